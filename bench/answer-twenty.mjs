/** Twenty questions answered one after the other by keys alone: how many keys, and how long it takes. */

const QUESTIONS = 20;

/**
 * In the list: a digit answers, and the next question is there. A person needs longer than a
 * script between two keys, so the seconds are what the page itself takes.
 */
export async function answerTwenty({ page, desk, linkTo }) {
  const asks = [];
  for (let number = 0; number < QUESTIONS; number++) asks.push(await desk.ask(question(number)));
  const ends = asks.map(({ id }) => desk.wait(id));
  await page.goto(await linkTo("/"));
  await page.locator("li.row[data-selected]").waitFor();
  let keys = 0;
  const start = performance.now();
  for (let number = 0; number < QUESTIONS; number++) {
    const current = page.locator("li.row[data-selected]", { hasText: `Twenty ${number}!` });
    await current.waitFor();
    // A digit rests for a moment after the list has moved.
    if (number > 0) await page.waitForTimeout(REST_MS);
    await page.keyboard.press("2");
    keys += 1;
  }
  await Promise.all(ends);
  return { keys, seconds: (performance.now() - start) / 1000 };
}

const REST_MS = 360;

function question(number) {
  return {
    questions: [
      {
        ...{ title: `Twenty ${number}!`, prompt: "Which?", selectionMode: "single" },
        options: [{ label: "Postgres" }, { label: "SQLite" }],
      },
    ],
    ...{ source: { kind: "bench" }, mode: "detached" },
  };
}
