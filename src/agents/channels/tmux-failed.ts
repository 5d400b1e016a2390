/** A tmux command that did not succeed, or of which nobody knows whether it did. */

export class TmuxFailed extends Error {
  override get name() {
    return "TmuxFailed";
  }
}
