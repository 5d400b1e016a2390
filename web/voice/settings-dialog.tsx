/** The button and the dialog it opens, whose content is loaded when somebody looks at it. */
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { SettingsDialog } from "../shared/dialog.tsx";
import { useText } from "./messages.ts";
import type { SettingsSections } from "./settings-sections.tsx";

/** With a `label` it is one of the tabs. */
export function Settings({ icon, label }: { icon: ComponentChildren; label?: string }) {
  const say = useText().settings;
  return (
    <SettingsDialog icon={icon} say={say} {...(label === undefined ? {} : { label })}>
      <Sections />
    </SettingsDialog>
  );
}

function Sections() {
  const text = useText();
  const [loaded, setLoaded] = useState<{ View: typeof SettingsSections } | "failed">();
  useEffect(() => {
    void import("./settings-sections.tsx").then(
      (module) => setLoaded({ View: module.SettingsSections }),
      () => setLoaded("failed"),
    );
  }, []);
  if (loaded === "failed") return <p role="alert">{text.away}</p>;
  return loaded === undefined ? null : <loaded.View />;
}
