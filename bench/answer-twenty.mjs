/**
 * Twenty questions answered one after the other, by keys or touches alone: how many, and how long it
 * takes. Beside each way is the one that a person had before.
 */

const QUESTIONS = 20;

/**
 * In the list: a digit answers, and the next question is there. A person needs longer than a
 * script between two keys, so the seconds are what the page itself takes.
 */
export async function answerTwenty({ page, desk, linkTo }) {
  const ends = await askTwenty(desk);
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
/** A touch right after a question came is not taken. */
const SEEN_MS = 400;

/** On the phone: the option, then "Next question". Before, the way led through the list each time. */
export async function answerTwentyOnPhone({ page, desk, linkTo, isBefore }) {
  const ends = await askTwenty(desk);
  await page.goto(await linkTo("/voice"));
  let touches = 0;
  const touch = async (target) => {
    await target.click();
    touches += 1;
  };
  await page.locator(".row", { hasText: "Twenty 0!" }).waitFor();
  const start = performance.now();
  for (let number = 0; number < QUESTIONS; number++) {
    if (isBefore || number === 0)
      await touch(page.locator(".row a", { hasText: `Twenty ${number}!` }));
    await page.locator(".asked-title", { hasText: `Twenty ${number}!` }).waitFor();
    await page.waitForTimeout(SEEN_MS);
    await touch(page.locator(".option-button").nth(1));
    await page.locator(".over-note").waitFor();
    if (number === QUESTIONS - 1) break;
    await touch(
      isBefore ? page.locator(".voice-bar a.back").first() : page.locator(".over-note a"),
    );
  }
  await Promise.all(ends);
  return { count: touches, seconds: (performance.now() - start) / 1000 };
}

/** In the inbox: a digit in the list. Before: Enter, the digit, Enter. */
export async function answerTwentyInInbox({ program, desk, isBefore }) {
  await askTwenty(desk);
  const way = isBefore ? ["\r", "2", "\r"] : ["2"];
  let keys = 0;
  await program.until(/20 open/, { from: 0 });
  const start = performance.now();
  for (let number = 0; number < QUESTIONS; number++) {
    await new Promise((resolve) => setTimeout(resolve, isBefore ? ENTER_REST_MS : REST_MS));
    const open = await desk.list({ status: "pending" });
    const one = Promise.any(open.map(({ id }) => desk.wait(id)));
    for (const key of way) program.type(key);
    keys += way.length;
    await one;
  }
  return { count: keys, seconds: (performance.now() - start) / 1000 };
}

/** An Enter that follows another at once answers nothing. */
const ENTER_REST_MS = 750;

async function askTwenty(desk) {
  const asks = [];
  for (let number = 0; number < QUESTIONS; number++) asks.push(await desk.ask(question(number)));
  return asks.map(({ id }) => desk.wait(id));
}

function question(number) {
  return {
    questions: [
      {
        ...{ title: `Twenty ${number}!`, prompt: `Twenty ${number}!`, selectionMode: "single" },
        options: [{ label: "Postgres" }, { label: "SQLite" }],
      },
    ],
    ...{ source: { kind: "bench" }, mode: "detached" },
  };
}
