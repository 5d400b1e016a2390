/**
 * Keeps Claude Code to the older protocol, the only one in which a question can be shown while a
 * call waits. Claude Code looks for the newer one first and takes a no for an answer. Nothing is
 * loaded for it, since nearly every start goes by without.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { isRecord, jsonIn } from "../../core/json.ts";
import { configDirectory } from "../../desk/places.ts";

const METHOD_NOT_FOUND = -32601;

/** Standard input and output; Claude Code finds no newer protocol there if the person wants forms. */
export function standardStreams(wantsForms = formsAreWanted): Transport {
  const inner = new StdioServerTransport();
  const outer: Transport = {
    async start() {
      inner.onmessage = (message) => {
        const id = discoveryOfClaudeCode(message);
        if (id === null || !wantsForms()) return outer.onmessage?.(message);
        const error = { code: METHOD_NOT_FOUND, message: "Method not found" };
        void inner.send({ jsonrpc: "2.0", id, error }).catch(() => undefined);
      };
      inner.onclose = () => outer.onclose?.();
      inner.onerror = (error) => outer.onerror?.(error);
      await inner.start();
    },
    send: (message) => inner.send(message),
    close: () => inner.close(),
  };
  return outer;
}

function discoveryOfClaudeCode(message: JSONRPCMessage): string | number | null {
  if (!("method" in message && "id" in message) || message.method !== "server/discover")
    return null;
  const meta = message.params?._meta;
  const client = isRecord(meta) ? meta["io.modelcontextprotocol/clientInfo"] : null;
  const isIt = isRecord(client) && String(client["name"]).startsWith("claude-code");
  return isIt && message.id !== undefined ? message.id : null;
}

/** The setting `formsInClaudeCode`, without loading all that reads settings. */
function formsAreWanted(): boolean {
  const { ASKLINE_FORMS_IN_CLAUDE_CODE: said } = process.env;
  if (said !== undefined && said !== "") return /^(true|1|yes|on|y|enabled)$/i.test(said);
  try {
    const file = jsonIn(readFileSync(join(configDirectory(), "config.json"), "utf8"));
    const value = isRecord(file) ? file["formsInClaudeCode"] : false;
    return value === true || /^(true|1|yes|on|y|enabled)$/i.test(String(value));
  } catch {
    return false;
  }
}
