/** What a conversation is with: an agent, or an ask that no agent waits with. */
export type Place = { agentId: number } | { askId: string };

export function placeKey(place: Place): number | string {
  return "agentId" in place ? place.agentId : place.askId;
}
