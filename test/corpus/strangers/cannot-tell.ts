/**
 * What agents run, written by somebody who had not read the grammar, on the border that is drawn:
 * nobody can tell without knowing more.
 */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the braces are the shell's
import { type Labelled, labelled } from "../labelled.ts";

export const CANNOT_TELL_OF_STRANGERS: readonly Labelled[] = [
  ...labelled("runs a file or code with an interpreter", [
    "python manage.py test",
    "python manage.py showmigrations",
    "python manage.py makemigrations --check --dry-run",
    "ruby -c app.rb",
    "php artisan route:list",
    "php artisan migrate:status",
    "mongosh --eval 'db.users.countDocuments()' --quiet",
    "python manage.py test app.tests -v 2",
    "python manage.py sqlmigrate app 0001",
    "php artisan test --filter=Foo --parallel",
  ]),
  ...labelled("a target or a script of the project that is no convention", [
    "make -j4",
    "make -n",
    "make -n deploy",
    "make --dry-run install",
    "make -C src test",
    "make test VERBOSE=1",
    "npm run lint -- src/a.ts",
    "npm run docs:build",
    "pnpm run test --reporter=append-only",
    "npx tsc-files --noEmit src/a.ts",
    "make V=1 build",
    "make -p | head",
    "make docs",
    "cmake --build build --target my_tests -- -j4",
  ]),
  ...labelled("a package that nobody knows, fetched and run", [
    "npx lint-staged --help",
    "pre-commit run --all-files --show-diff-on-failure --hook-stage manual",
    "npx @redocly/cli lint openapi.yaml",
    "npx graphql-codegen --check",
    "npx web-ext lint",
    "npx license-checker --summary",
    "npx expo-doctor",
    "npx remix build",
  ]),
  ...labelled("a variable whose meaning nobody knows", [
    "export FOO=bar && npm run build",
    "TEST_DB=sqlite npm test",
    "DJANGO_SETTINGS_MODULE=app.settings pytest",
  ]),
  ...labelled("sends what it is given, or stops something", [
    "http :3000/health",
    "openssl s_client -connect localhost:443 -brief < /dev/null",
    "gh api graphql -f query='query { viewer { login } }'",
    "tail -n 50 -f app.log & sleep 3; kill %1",
  ]),
  ...labelled("names that only the shell puts together, or words that may become options", [
    "alias",
    'arr=(a b c); echo "${arr[@]}"',
    "git ls-files -z | xargs -0 rg -n foo",
    "git diff --cached --name-only --diff-filter=ACM | xargs -r npx eslint",
    "gh run view --log-failed $(gh run list -L1 --json databaseId -q '.[0].databaseId')",
    "for p in packages/*; do [ -f $p/package.json ] && jq -r '.name' $p/package.json; done",
  ]),
];
