/** The pages of the phone, at the bottom, where a thumb is. */
import { Icon } from "../shared/icons.tsx";
import { Link } from "../shared/link.tsx";
import { usePathname } from "../shared/route.ts";
import { Gear, Robot } from "./icons.tsx";
import { listPath } from "./list-query.ts";
import { useText } from "./messages.ts";
import { AGENTS_PATH, QUESTIONS_PATH } from "./route.ts";
import { Settings } from "./settings-dialog.tsx";

interface TabsProps {
  /** How many questions are open; null while that is not known. */
  open: number | null;
  /** Whether this device may open the portal, where the history is. */
  hasPortal: boolean;
}

const MOST_SHOWN = 99;

export function Tabs({ open, hasPortal }: TabsProps) {
  const { pages, settings } = useText();
  const pathname = usePathname().replace(/\/$/, "");
  const here = (path: string) => (pathname === path ? { current: "page" as const } : {});
  return (
    <nav class="voice-tabs" aria-label={pages.name}>
      <Link
        to={pathname === QUESTIONS_PATH ? QUESTIONS_PATH : listPath()}
        {...here(QUESTIONS_PATH)}
      >
        <Icon name="list" />
        <span>{pages.questions}</span>
        {open !== null && open > 0 && (
          <span class="tab-count">{open > MOST_SHOWN ? `${MOST_SHOWN}+` : open}</span>
        )}
      </Link>
      <Link to={AGENTS_PATH} {...here(AGENTS_PATH)}>
        <Robot />
        <span>{pages.agents}</span>
      </Link>
      {hasPortal && (
        <a href="/history">
          <Icon name="history" />
          <span>{pages.history}</span>
        </a>
      )}
      <Settings icon={<Gear />} label={settings.open} />
    </nav>
  );
}
