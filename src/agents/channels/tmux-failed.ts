/** A tmux command that failed, or whose result is unknown. */

export class TmuxFailed extends Error {
  override get name() {
    return "TmuxFailed";
  }
}
