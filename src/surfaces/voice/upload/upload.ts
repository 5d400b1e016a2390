/**
 * `POST /api/voice/agents/<id>/upload`: stores a file for an agent and tells the agent its path.
 * Also the download of such a file.
 */
import type { IncomingMessage } from "node:http";
import { type Agent, hasWayIn } from "../../../core/agent/agent.ts";
import { safeText } from "../../../core/safety/safe-text.ts";
import { bytesOf } from "../../../http/body.ts";
import type { LogReads } from "../../../store/agent-log.ts";
import { type FileKind, kindOf } from "../../../store/uploads/file-kind.ts";
import type { StoredFile, Uploads } from "../../../store/uploads/uploads.ts";
import { aboutAgent } from "../agents/about-agent.ts";
import { isWaiting, type Roster } from "../agents/roster.ts";
import { deliveryOnWire } from "../agents/turns.ts";
import type { Sending } from "../answering/sending.ts";
import type { Call } from "../calls/call.ts";
import type { Attempt } from "../calls/message-ids.ts";
import { VoiceProblem } from "../calls/voice-error.ts";
import type { UploadReply } from "../wire/wire.ts";

export interface UploadParts {
  log: LogReads;
  roster: Roster;
  sending: Sending;
  uploads: Uploads;
}

interface Sent {
  name: string;
  caption: string;
  bytes: Buffer;
}

// The boundaries, headers and caption of a form.
const AROUND_THE_FILE_BYTES = 64 * 1024;
const LONGEST_CAPTION = 10_000;

export async function upload(
  parts: UploadParts,
  agent: Agent,
  incoming: IncomingMessage,
  call: Call,
  { secret, triedAt }: Attempt,
): Promise<UploadReply> {
  if (triedAt === null) await mayBeTold(parts, agent);
  const sent = await sentIn(incoming, parts.uploads.largestBytes);
  const kind = checked(sent, parts.uploads.largestBytes);
  const file = await parts.uploads.store(agent.id, sent.name, sent.bytes, secret);
  if (file === null) throw new VoiceProblem("no_room");
  const text = messageFor(file, sent.caption);
  const earlier = triedAt && (await parts.sending.earlier(agent.id, text, triedAt));
  if (earlier)
    return told(parts, agent, { file, kind, bytes: sent.bytes.length, delivery: earlier }, call);
  if (triedAt !== null) await mayBeTold(parts, agent);
  const delivery = await parts.sending.deliver(agent.id, text, call.say).catch(async (error) => {
    // The agent does not know of the file, so nobody would ever use it.
    await parts.uploads.remove(file);
    throw error;
  });
  return told(parts, agent, { file, kind, bytes: sent.bytes.length, delivery }, call);
}

/** Always an attachment: the browser must not show an uploaded file as a page of ours. */
export async function download(uploads: Uploads, id: string): Promise<Response> {
  const file = await uploads.read(id);
  if (file === null) throw new VoiceProblem("unknown_file");
  const kind = kindOf(file.bytes);
  return new Response(new Uint8Array(file.bytes), {
    headers: {
      "content-type": kind?.isPicture ? kind.mediaType : "application/octet-stream",
      "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(file.fileName)}`,
      "content-security-policy": "default-src 'none'; sandbox",
      "cache-control": "private, max-age=3600",
    },
  });
}

async function mayBeTold({ log }: UploadParts, agent: Agent) {
  if (agent.endedAt !== null || !hasWayIn(agent)) throw new VoiceProblem("unreachable");
  const question = isWaiting(agent) ? await log.openQuestion(agent.id) : null;
  if (question?.question?.options != null) throw new VoiceProblem("question_first");
}

/** Reads a form, or bare bytes with the name in a header. */
async function sentIn(incoming: IncomingMessage, largestBytes: number): Promise<Sent> {
  const type = incoming.headers["content-type"] ?? "";
  const bytes = await bytesOf(incoming, largestBytes + AROUND_THE_FILE_BYTES);
  if (!/^multipart\/form-data\b/i.test(type)) {
    return {
      name: headerText(incoming, "x-file-name"),
      caption: headerText(incoming, "x-caption"),
      bytes,
    };
  }
  const form = await new Response(new Uint8Array(bytes), { headers: { "content-type": type } })
    .formData()
    .catch(() => {
      throw new VoiceProblem("not_understood");
    });
  const file = form.get("file");
  const caption = form.get("caption");
  if (file === null || typeof file === "string") throw new VoiceProblem("no_file");
  return {
    name: file.name,
    caption: typeof caption === "string" ? caption : "",
    bytes: Buffer.from(await file.arrayBuffer()),
  };
}

function checked({ bytes, caption }: Sent, largestBytes: number): FileKind {
  if (bytes.length === 0) throw new VoiceProblem("empty_file");
  if (bytes.length > largestBytes || caption.length > LONGEST_CAPTION)
    throw new VoiceProblem("too_large");
  const kind = kindOf(bytes);
  if (kind === null) throw new VoiceProblem("file_kind");
  return kind;
}

/** English, because the agent reads it. */
function messageFor({ path }: StoredFile, caption: string): string {
  const words = safeText(caption).trim();
  return `${words === "" ? "Here is a file for you." : words}\n\nFile: ${path}`;
}

async function told(
  { roster }: UploadParts,
  agent: Agent,
  { file, kind, bytes, delivery }: { file: StoredFile; kind: FileKind; bytes: number } & Delivered,
  call: Call,
): Promise<UploadReply> {
  const { say } = call;
  const about = await aboutAgent(roster, agent, call);
  const hasArrived = delivery.state === "accepted" || delivery.state === "consumed";
  const line = hasArrived ? say.upload.status : say.upload.onTheWay;
  return {
    status_line: line(file.fileName, about.project_name),
    results: [
      say.upload.size(file.fileName, say.upload.bytes(bytes)),
      say.command.delivery[delivery.state],
    ],
    next_action: [say.upload.sayWhatFor],
    ...about,
    upload: {
      upload_id: file.id,
      file_name: file.fileName,
      media_type: kind.mediaType,
      size_bytes: bytes,
      path: file.path,
      url: `/api/voice/uploads/${file.id}`,
    },
    turn_id: delivery.turnId,
    delivery: deliveryOnWire(delivery, say),
  };
}

interface Delivered {
  delivery: Awaited<ReturnType<Sending["deliver"]>>;
}

/** Header values are bytes, so clients percent-encode text in them. */
function headerText({ headers }: IncomingMessage, name: string): string {
  const given = String(headers[name] ?? "");
  try {
    return decodeURIComponent(given);
  } catch {
    return given;
  }
}
