/** The program that shows a notice on this machine's desktop. */

export interface DesktopNotice {
  summary: string;
  /** May be empty. */
  detail: string;
  isUrgent: boolean;
}

export interface DesktopCommand {
  command: string;
  args: string[];
}

type Environment = Record<string, string | undefined>;

/**
 * Null if no desktop can be reached from here. Texts are arguments or data, never part of a script.
 */
export function desktopCommand(
  notice: DesktopNotice,
  { platform, env }: { platform: NodeJS.Platform; env: Environment },
): DesktopCommand | null {
  // A person in a remote shell would not see what pops up here.
  if (env["SSH_CONNECTION"] || env["SSH_TTY"]) return null;
  if (platform === "darwin") return onMac(notice);
  if (platform === "win32") return onWindows(notice);
  // A service started at login has no display, but it has the address of the desktop's bus.
  const hasDesktop = env["DISPLAY"] || env["WAYLAND_DISPLAY"] || env["DBUS_SESSION_BUS_ADDRESS"];
  return hasDesktop ? onLinux(notice) : null;
}

function onLinux({ summary, detail, isUrgent }: DesktopNotice): DesktopCommand {
  const urgency = `--urgency=${isUrgent ? "critical" : "normal"}`;
  // The body is markup by the desktop's specification, the summary is not.
  const body = detail.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return { command: "notify-send", args: ["--app-name=Askline", urgency, "--", summary, body] };
}

function onMac({ summary, detail }: DesktopNotice): DesktopCommand {
  const script = [
    "on run argv",
    "display notification (item 3 of argv) with title (item 2 of argv)",
    "end run",
  ];
  // "askline" ends the flags, so that no title is taken for a flag.
  return {
    command: "osascript",
    args: [...script.flatMap((line) => ["-e", line]), "askline", summary, detail],
  };
}

function onWindows({ summary, detail }: DesktopNotice): DesktopCommand {
  const encoded = Buffer.from(toastScript([summary, detail]), "utf16le").toString("base64");
  return {
    command: "powershell.exe",
    args: ["-NoProfile", "-NonInteractive", "-EncodedCommand", encoded],
  };
}

// A toast needs a registered program as its sender, and every Windows has PowerShell.
const SENDER = "{1AC14E77-02E7-4E5D-B744-2EB1AE5198B7}\\WindowsPowerShell\\v1.0\\powershell.exe";
const NOTIFICATIONS = "Windows.UI.Notifications";
const TOAST = `${NOTIFICATIONS}.ToastNotification`;
const MANAGER = `${TOAST}Manager`;

/**
 * The texts are passed as base64: PowerShell has too many kinds of quotes to escape them safely.
 */
function toastScript(texts: string[]): string {
  const set = texts.map((text, index) => {
    const data = Buffer.from(text, "utf8").toString("base64");
    const decoded = `[Text.Encoding]::UTF8.GetString([Convert]::FromBase64String('${data}'))`;
    return `$null = $nodes.Item(${index}).AppendChild($toast.CreateTextNode(${decoded}))`;
  });
  return [
    `$null = [${MANAGER}, ${NOTIFICATIONS}, ContentType = WindowsRuntime]`,
    `$toast = [${MANAGER}]::GetTemplateContent('ToastText02')`,
    "$nodes = $toast.GetElementsByTagName('text')",
    ...set,
    `[${MANAGER}]::CreateToastNotifier('${SENDER}').Show([${TOAST}]::new($toast))`,
  ].join("\n");
}
