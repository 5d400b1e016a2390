/**
 * Last messages of agents with the passage that a listener needs to answer: written by hand. `…` in
 * the second place stands for the whole message.
 */
export const PASSAGES: readonly (readonly [message: string, passage: string])[] = [
  // English: alternatives before the question
  ["There are two ways: a cache in memory or an index on `user_id`. Which one do you want?", "…"],
  [
    "I profiled it.\n\nThere are two ways: a cache, which is quick to build, or an index, which survives a restart.\n\nWhich one do you want?",
    "There are two ways: a cache, which is quick to build, or an index, which survives a restart.\n\nWhich one do you want?",
  ],
  [
    "The tests pass now.\n\nI found two ways to fix this:\n\n1. Cache the result in memory\n2. Add an index on `user_id`\n\nWhich one would you prefer?",
    "I found two ways to fix this:\n\n1. Cache the result in memory\n2. Add an index on `user_id`\n\nWhich one would you prefer?",
  ],
  [
    "All green.\n\nThere are three options:\n- A: keep the old API\n- B: break it\n- C: support both\n\nWhich should I go with?",
    "There are three options:\n- A: keep the old API\n- B: break it\n- C: support both\n\nWhich should I go with?",
  ],
  [
    "Read all files.\n\n## Options\n\n**Option A: a cache.** Quick, but lost on restart.\n\n**Option B: an index.** Slower to build.\n\nWhich one do you want?",
    "## Options\n\n**Option A: a cache.** Quick, but lost on restart.\n\n**Option B: an index.** Slower to build.\n\nWhich one do you want?",
  ],
  [
    "Done with step 1.\n\nFor step 2 I can move the file. Or I can leave a copy behind.\n\nWhat do you prefer?",
    "For step 2 I can move the file. Or I can leave a copy behind.\n\nWhat do you prefer?",
  ],
  [
    "The build is fixed.\n\nWe could use Redis.\n\nAlternatively, a table in Postgres would do.\n\nWhich of the two?",
    "We could use Redis.\n\nAlternatively, a table in Postgres would do.\n\nWhich of the two?",
  ],
  ["I can either rename the column or add a view. What do you think?", "…"],
  // English: what a yes would allow
  ["Done. All tests pass. Should I push?", "…"],
  [
    "I read the schema.\n\nThis will delete 1,204 rows from `orders`.\n\nAre you sure you want to continue?",
    "This will delete 1,204 rows from `orders`.\n\nAre you sure you want to continue?",
  ],
  [
    "Step 1 is done.\n\nStep 2 is done.\n\nI fixed the race in the session store.\n\nShould I open a pull request?",
    "I fixed the race in the session store.\n\nShould I open a pull request?",
  ],
  [
    "Refactoring finished.\n\n**Next steps**\n- update the docs\n- bump the version\n\nWant me to do these as well?",
    "**Next steps**\n- update the docs\n- bump the version\n\nWant me to do these as well?",
  ],
  [
    "I read the code.\n\nHere is the plan:\n\n1. Extract the parser\n2. Add property tests\n3. Delete the old code\n\nDoes this plan work for you?",
    "Here is the plan:\n\n1. Extract the parser\n2. Add property tests\n3. Delete the old code\n\nDoes this plan work for you?",
  ],
  [
    "Everything compiles.\n\nI would run this:\n\n```sh\nnpm publish --access public\n```\n\nShould I run it?",
    "I would run this:\n\n```sh\nnpm publish --access public\n```\n\nShould I run it?",
  ],
  [
    "Migrated the users.\n\nI see uncommitted changes in `src/app.ts` that aren't mine. Should I stash them, commit them, or leave them alone?",
    "I see uncommitted changes in `src/app.ts` that aren't mine. Should I stash them, commit them, or leave them alone?",
  ],
  // English: what belongs to the question stands after it
  [
    "Fixed the typo.\n\nDo you want to:\n1. Keep both files\n2. Delete the old one\n3. Merge them?",
    "Do you want to:\n1. Keep both files\n2. Delete the old one\n3. Merge them?",
  ],
  [
    "Which of these should I fix first?\n\n| # | bug | severity |\n|---|-----|----------|\n| 1 | crash on start | high |\n| 2 | typo | low |",
    "…",
  ],
  ['Should the limit be inclusive? The ticket says "up to 10", which I could read both ways.', "…"],
  [
    "I've drafted the email below. Does it look right to you?\n\n> Dear team,\n> the release moves to Friday.",
    "…",
  ],
  ["Two questions before I go on:\n1. Is it UTC?\n2. Who may see it?", "…"],
  [
    "I looked at both.\n\nA few questions before I start:\n\n1. Is it UTC?\n2. Who may see it?",
    "A few questions before I start:\n\n1. Is it UTC?\n2. Who may see it?",
  ],
  // English: what a listener does not need
  ["Should I push?\n\nLet me know if you need anything else!", "Should I push?"],
  [
    "The parser works. Should I push? Let me know if you need anything else!",
    "The parser works. Should I push?",
  ],
  ["Which database should I use, Postgres or SQLite?", "…"],
  [
    "# Report\n\nI read 40 files.\n\nNothing was wrong with the tests.\n\nThe build took 40 s. I made it 4 s.\n\nThe cache needs a size. What size should it have?",
    "The cache needs a size. What size should it have?",
  ],
  ["The two configs disagree about the port.\n\nIs 8080 or 3000 correct?", "…"],
  [
    "The long way took an hour.\n\nThe index is built. It uses 2 GB.\n\nI have not deployed it. Shall I deploy now?",
    "I have not deployed it. Shall I deploy now?",
  ],
  [
    "One change is left.\n\nBoth work on Node 20:\n\n* the callback version\n* the promise version\n\nBoth are tested.\n\nWhich do you want?",
    "Both work on Node 20:\n\n* the callback version\n* the promise version\n\nBoth are tested.\n\nWhich do you want?",
  ],
  ["OK to merge?", "…"],
  ["Ready to deploy to production. Proceed?", "…"],
  // Korean
  [
    "두 가지 방법이 있습니다. 메모리에 캐시를 두거나 `user_id`에 인덱스를 추가할 수 있습니다. 어느 쪽을 원하시나요?",
    "…",
  ],
  [
    "성능을 측정했습니다.\n\n두 가지 방법이 있습니다. 캐시는 빠르게 만들 수 있고, 인덱스는 재시작해도 남습니다.\n\n어느 쪽으로 할까요?",
    "두 가지 방법이 있습니다. 캐시는 빠르게 만들 수 있고, 인덱스는 재시작해도 남습니다.\n\n어느 쪽으로 할까요?",
  ],
  [
    "테스트가 통과합니다.\n\n해결 방법은 다음과 같습니다.\n\n1. 결과를 메모리에 캐시\n2. `user_id`에 인덱스 추가\n\n어떤 방법이 좋을까요?",
    "해결 방법은 다음과 같습니다.\n\n1. 결과를 메모리에 캐시\n2. `user_id`에 인덱스 추가\n\n어떤 방법이 좋을까요?",
  ],
  [
    "파일을 모두 읽었습니다.\n\n**방법 1: 캐시.** 빠르지만 재시작하면 사라집니다.\n\n**방법 2: 인덱스.** 만드는 데 오래 걸립니다.\n\n둘 중 어느 것을 원하시나요?",
    "파일을 모두 읽었습니다.\n\n**방법 1: 캐시.** 빠르지만 재시작하면 사라집니다.\n\n**방법 2: 인덱스.** 만드는 데 오래 걸립니다.\n\n둘 중 어느 것을 원하시나요?",
  ],
  [
    "빌드를 고쳤습니다.\n\nRedis를 쓸 수 있습니다.\n\n또는 Postgres 테이블도 가능합니다.\n\n어느 쪽이 좋을까요?",
    "Redis를 쓸 수 있습니다.\n\n또는 Postgres 테이블도 가능합니다.\n\n어느 쪽이 좋을까요?",
  ],
  ["완료했습니다. 모든 테스트가 통과합니다. 푸시할까요?", "…"],
  [
    "스키마를 읽었습니다.\n\n`orders`에서 1,204개의 행이 삭제됩니다.\n\n계속할까요?",
    "`orders`에서 1,204개의 행이 삭제됩니다.\n\n계속할까요?",
  ],
  [
    "1단계를 마쳤습니다.\n\n다음 명령을 실행하려고 합니다.\n\n```sh\nnpm publish\n```\n\n실행해도 될까요?",
    "다음 명령을 실행하려고 합니다.\n\n```sh\nnpm publish\n```\n\n실행해도 될까요?",
  ],
  [
    "코드를 읽었습니다.\n\n계획은 이렇습니다.\n- 파서 분리\n- 테스트 추가\n\n이대로 진행할까요?",
    "계획은 이렇습니다.\n- 파서 분리\n- 테스트 추가\n\n이대로 진행할까요?",
  ],
  [
    "보고서를 썼습니다.\n\n빌드는 4초 걸립니다.\n\n캐시 크기를 정해야 합니다. 몇 MB로 할까요?",
    "캐시 크기를 정해야 합니다. 몇 MB로 할까요?",
  ],
  [
    "파서가 동작합니다. 푸시할까요? 더 궁금한 점이 있으면 말씀해 주세요.",
    "파서가 동작합니다. 푸시할까요?",
  ],
  ["Postgres와 SQLite 중 어느 것을 쓸까요?", "…"],
  ["설정 두 개의 포트가 다릅니다.\n\n8080과 3000 중 어느 것이 맞나요?", "…"],
  ["시작하기 전에 확인할 것이 있습니다:\n\n1. UTC인가요?\n2. 누가 볼 수 있나요?", "…"],
];
