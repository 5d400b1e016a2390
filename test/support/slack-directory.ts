/** Who and what there is in the stand-in's workspace, by name; and the apps that were created. */

// biome-ignore lint/suspicious/noExplicitAny: Slack's payloads have every shape
type Anything = any;

export function createDirectory() {
  /** Channels by id, with their names. */
  const channels = new Map([
    ["C1", "general"],
    ["C2", "agents"],
    ["G1", "private"],
  ]);
  /** People by id: the display name, the real name, the user name. */
  const members = new Map([
    ["UADA", ["ada", "Ada Lovelace", "alovelace"]],
    ["UMIN", ["민", "Min Kim", "min"]],
    ["UMIN2", ["min2", "Min Kim", "minkim"]],
    ["UGONE", ["gone", "Gone Away", "gone"]],
  ]);
  /** The manifests that apps were created from. */
  const created: Anything[] = [];
  return { channels, members, created, answer };

  /** Null for every other method. One entry a page, so that pages are turned. */
  function answer(method: string, body: Anything, token: string): Anything {
    switch (method) {
      case "conversations.list":
        return page(
          [...channels].map(([id, name]) => ({ id, name })),
          body.cursor,
          "channels",
        );
      case "users.list":
        return page([...members.keys()].map(memberOf), body.cursor, "members");
      case "apps.manifest.create": {
        if (!token.startsWith("xoxe")) return { ok: false, error: "not_allowed_token_type" };
        created.push(JSON.parse(body.manifest));
        return { ok: true, app_id: "A0NEW", credentials: { signing_secret: "made-secret" } };
      }
      default:
        return null;
    }
  }

  function memberOf(id: string) {
    const [display_name = "", real_name = "", name = ""] = members.get(id) ?? [];
    const profile = { display_name, real_name };
    return { id, name, real_name, deleted: id === "UGONE", profile };
  }
}

function page(all: Anything[], cursor: string | undefined, name: string): Anything {
  const at = Number(cursor ?? 0);
  const next_cursor = at + 1 < all.length ? String(at + 1) : "";
  return { ok: true, [name]: all.slice(at, at + 1), response_metadata: { next_cursor } };
}
