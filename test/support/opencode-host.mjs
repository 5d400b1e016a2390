/**
 * Loads a plugin file as opencode does, in a process of its own, and gives it opencode's inner
 * interface: what is asked stays listed until it is answered, first answer wins, and every answer
 * is an event. Driven by messages of its parent.
 */
import { pathToFileURL } from "node:url";

const [, , path, directory, withoutInterface] = process.argv;
const pending = { permission: new Map(), question: new Map() };
const sessions = new Map();
let hooks = {};

const inner = {
  async get({ url }) {
    const data = listed(url);
    return data === undefined
      ? { error: "not found", response: new Response(null, { status: 404 }) }
      : { data, response: new Response(null, { status: 200 }) };
  },
  async post({ url, body }) {
    const [, kind, id, way] = url.split("/");
    const isOpen = pending[kind]?.has(id) === true;
    process.send({ posted: { url, body, status: isOpen ? 200 : 404 } });
    if (isOpen) answered(kind, id, way, body);
    const response = new Response(null, { status: isOpen ? 200 : 404 });
    return isOpen ? { data: true, response } : { error: "not found", response };
  },
};

process.on("message", async ({ id, type, value }) => {
  const work = {
    load,
    event: () => feed(value),
    before: () => hooks["tool.execute.before"]?.(value.i, value.o),
    list: () => ask(value),
    forget: () => pending[value.kind].delete(value.id),
    dispose: () => hooks.dispose?.(),
  };
  await work[type]();
  process.send({ done: id });
});
process.send({ ready: true });

async function load() {
  const module = await import(`${pathToFileURL(path)}?${Date.now()}`);
  const client = withoutInterface === "true" ? { session: {} } : { _client: inner };
  const input = { client, directory, worktree: directory, project: {}, serverUrl: "none" };
  for (const plugin of Object.values(module)) hooks = await plugin(input);
}

function feed(event) {
  note(event);
  return hooks.event?.({ event });
}

/** Keeps what opencode itself knows. */
function note({ type, properties }) {
  if (properties.info?.id && type.startsWith("session."))
    sessions.set(properties.info.id, properties.info);
  const [kind, what] = type.split(".");
  if (what === "asked") pending[kind]?.set(properties.id, properties);
  if (what === "replied" || what === "rejected") pending[kind]?.delete(properties.requestID);
}

/** Asked before the plugin was there. */
function ask({ kind, request }) {
  pending[kind].set(request.id, request);
}

function answered(kind, requestID, way, body) {
  const { sessionID } = pending[kind].get(requestID);
  const type = way === "reject" ? `${kind}.rejected` : `${kind}.replied`;
  void feed({ type, properties: { sessionID, requestID, ...body } });
}

function listed(url) {
  if (url === "/permission" || url === "/question") return [...pending[url.slice(1)].values()];
  return sessions.get(url.split("/")[2]);
}
