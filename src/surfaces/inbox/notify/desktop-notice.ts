/** A notice through the desktop's own tool, where the person sits at this machine. */
import { spawn } from "node:child_process";
import type { Notice } from "./notice.ts";

export interface ToolCommand {
  command: string;
  args: string[];
}

/** Null where no desktop can be reached from here. Texts are arguments or data, never part of a script. */
export function desktopCommand(
  notice: Notice,
  { platform, env }: { platform: NodeJS.Platform; env: Record<string, string | undefined> },
): ToolCommand | null {
  // Somebody at the other end of a remote shell would not see what pops up here.
  if (env["SSH_CONNECTION"] || env["SSH_TTY"]) return null;
  if (platform === "darwin") return onMac(notice);
  if (platform === "win32") return onWindows(notice);
  return env["DISPLAY"] || env["WAYLAND_DISPLAY"] ? onLinux(notice) : null;
}

/** Starts it and forgets it: a tool that is missing or fails must not disturb what is on the screen. */
export function runQuietly(command: string, args: string[]): void {
  const child = spawn(command, args, { stdio: "ignore", detached: true, windowsHide: true });
  child.on("error", () => {});
  child.unref();
}

function onLinux({ summary, detail, isUrgent }: Notice): ToolCommand {
  const urgency = `--urgency=${isUrgent ? "critical" : "normal"}`;
  // The body is markup by the desktop's specification, the summary is not.
  const body = detail.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return { command: "notify-send", args: ["--app-name=Askline", urgency, "--", summary, body] };
}

function onMac({ summary, detail }: Notice): ToolCommand {
  const script = ["on run argv", "display notification (item 3 of argv) with title (item 2 of argv)", "end run"];
  // The first word ends the flags, so that no title is taken for one.
  return { command: "osascript", args: [...script.flatMap((line) => ["-e", line]), "askline", summary, detail] };
}

function onWindows({ summary, detail }: Notice): ToolCommand {
  const encoded = Buffer.from(toastScript([summary, detail]), "utf16le").toString("base64");
  return { command: "powershell.exe", args: ["-NoProfile", "-NonInteractive", "-EncodedCommand", encoded] };
}

// Toasts need a registered program to speak for them, and PowerShell is on every Windows.
const SPEAKER = "{1AC14E77-02E7-4E5D-B744-2EB1AE5198B7}\\WindowsPowerShell\\v1.0\\powershell.exe";
const TOASTS =
  "Windows.UI.Notifications.ToastNotificationManager, Windows.UI.Notifications, ContentType = WindowsRuntime";

/** The texts travel as base64, because PowerShell has more kinds of quotes than one could escape with confidence. */
function toastScript(texts: string[]): string {
  const set = texts.map((text, index) => {
    const data = Buffer.from(text, "utf8").toString("base64");
    const decoded = `[Text.Encoding]::UTF8.GetString([Convert]::FromBase64String('${data}'))`;
    return `$null = $nodes.Item(${index}).AppendChild($toast.CreateTextNode(${decoded}))`;
  });
  return [
    `$null = [${TOASTS}]`,
    "$toast = [Windows.UI.Notifications.ToastNotificationManager]::GetTemplateContent('ToastText02')",
    "$nodes = $toast.GetElementsByTagName('text')",
    ...set,
    `[Windows.UI.Notifications.ToastNotificationManager]::CreateToastNotifier('${SPEAKER}').Show([Windows.UI.Notifications.ToastNotification]::new($toast))`,
  ].join("\n");
}
