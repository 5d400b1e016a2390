/** How a client wants a decision about its permission request put. */
export interface ReplyShape {
  allow(change?: { input?: Record<string, unknown>; permissions?: unknown[] }): Record<string, unknown>;
  deny(message: string): Record<string, unknown>;
  /** Whether "always" can be carried back. */
  takesPermissions: boolean;
}
