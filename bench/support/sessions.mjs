/** The one question of all benchmarks, its answer, and folders full of sessions that ask it. */
import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openDesk } from "../../dist/askline.js";
import { stamp } from "./figures.mjs";

export const QUESTIONS = [
  {
    title: "Database",
    prompt: "Which database should the new service use?",
    options: [
      { label: "Postgres", description: "One server more to run, everything included" },
      { label: "SQLite", description: "A file beside the service" },
      { label: "None", description: "Keep it in memory" },
    ],
  },
];

export function answersTo(sessionId) {
  const timestamp = new Date().toISOString();
  return {
    sessionId,
    timestamp,
    answers: [{ questionIndex: 0, selectedOption: "SQLite", timestamp }],
  };
}

/** As a program does that knows nothing of ours. Returns the moment when it was done. */
export function writeAnswers(sessionsDirectory, answers) {
  const folder = join(sessionsDirectory, answers.sessionId);
  writeFileSync(join(folder, "answers.json.new"), JSON.stringify(answers));
  renameSync(join(folder, "answers.json.new"), join(folder, "answers.json"));
  return stamp();
}

/**
 * Fills a sessions folder with pending sessions and returns their ids. One is put at a desk, the
 * others are copies of its files under their own ids. They are therefore always in our current
 * format, and nothing waits for the disk.
 */
export async function fillWithSessions(sessionsDirectory, count) {
  const template = await putOne(sessionsDirectory);
  const ids = [template.id];
  while (ids.length < count) {
    const id = randomUUID();
    mkdirSync(join(sessionsDirectory, id), { mode: 0o700 });
    for (const [name, text] of template.files) {
      writeFileSync(join(sessionsDirectory, id, name), text.replaceAll(template.id, id), {
        mode: 0o600,
      });
    }
    ids.push(id);
  }
  return ids;
}

async function putOne(sessionsDirectory) {
  const desk = openDesk({ sessionsDirectory });
  const source = { kind: "program", project: "bench", workingDirectory: process.cwd() };
  // Detached, because the asking process ends before the measurement, and a
  // blocking ask would end with it.
  const input = {
    questions: QUESTIONS,
    context: "The service keeps some thousand rows.",
    source,
    mode: "detached",
  };
  const { id } = await desk.ask(input);
  await desk.close();
  const read = (name) => [name, readFileSync(join(sessionsDirectory, id, name), "utf8")];
  return { id, files: ["request.json", "status.json"].map(read) };
}
