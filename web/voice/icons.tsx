/** The few icons of the voice page. The button around an icon says what it means. */
import type { ComponentChildren } from "preact";

export function Microphone() {
  return (
    <Drawing>
      <rect x="9" y="3" width="6" height="11" rx="3" />
      <path d="M5 11a7 7 0 0 0 14 0M12 18v3" />
    </Drawing>
  );
}

export function PaperPlane() {
  return (
    <Drawing>
      <path d="M12 20V5M5.5 11.5 12 5l6.5 6.5" />
    </Drawing>
  );
}

export function Clip() {
  return (
    <Drawing>
      <path d="m20 11-8.5 8.5a5 5 0 0 1-7-7L13 4a3.3 3.3 0 0 1 4.7 4.7L9.3 17a1.7 1.7 0 0 1-2.4-2.4L14.5 7" />
    </Drawing>
  );
}

export function ArrowBack() {
  return (
    <Drawing>
      <path d="M15 5 8 12l7 7" />
    </Drawing>
  );
}

export function Loudspeaker() {
  return (
    <Drawing>
      <path d="M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11" />
    </Drawing>
  );
}

export function Cross() {
  return (
    <Drawing>
      <path d="m6 6 12 12M18 6 6 18" />
    </Drawing>
  );
}

export function Sliders() {
  return (
    <Drawing>
      <path d="M4 7h9M17 7h3M4 17h3M11 17h9" />
      <circle cx="15" cy="7" r="2" />
      <circle cx="9" cy="17" r="2" />
    </Drawing>
  );
}

export function Warning() {
  return (
    <Drawing>
      <path d="M12 3.5 21.5 20h-19zM12 10v4.5M12 17.2v.01" />
    </Drawing>
  );
}

export function Check() {
  return (
    <Drawing>
      <path d="m5 13 4.5 4.5L19 7.5" />
    </Drawing>
  );
}

export function Clock() {
  return (
    <Drawing>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 7v5l3.5 2" />
    </Drawing>
  );
}

export function NoNetwork() {
  return (
    <Drawing>
      <path d="m3 3 18 18M2.5 9.3a14 14 0 0 1 4.4-2.7M10.4 5.7a14 14 0 0 1 11.1 3.6M6.3 13a9 9 0 0 1 3.9-2.1M15.6 11.6a9 9 0 0 1 2.1 1.4M9.8 16.8a3.4 3.4 0 0 1 4.5 0M12 20v.01" />
    </Drawing>
  );
}

export function Robot() {
  return (
    <Drawing>
      <rect x="4" y="8" width="16" height="11" rx="3" />
      <path d="M12 8V4M9 13v1.5M15 13v1.5" />
    </Drawing>
  );
}

export function Gear() {
  return (
    <Drawing>
      <circle cx="12" cy="12" r="3" />
      <path d="M12 2.6v2.3M12 19.1v2.3M2.6 12h2.3M19.1 12h2.3M5.4 5.4 7 7M17 17l1.6 1.6M18.6 5.4 17 7M7 17l-1.6 1.6" />
    </Drawing>
  );
}

function Drawing({ children }: { children: ComponentChildren }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="24"
      height="24"
      fill="none"
      stroke="currentColor"
      stroke-width="2"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}
