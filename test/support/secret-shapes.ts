/**
 * Secrets of known shapes, made anew for each run: none was ever valid, and none stands in this file
 * whole, so that programs that look for leaked secrets find nothing here.
 */
import { createHash } from "node:crypto";

const UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const DIGITS = "0123456789";
const ALL = UPPER + UPPER.toLowerCase() + DIGITS;

let count = 0;

/** Characters that look random and are the same in every run. */
export function letters(length: number, from = ALL): string {
  count += 1;
  let made = "";
  for (let part = 0; made.length < length; part++) {
    const bytes = createHash("sha512").update(`${count} ${part}`).digest();
    for (const byte of bytes) made += from[byte % from.length];
  }
  return made.slice(0, length);
}

const hex = (length: number) => letters(length, "0123456789abcdef");
const word = (length: number) => letters(length, `${ALL}_-`);
const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Each shape as [what it is called, the secret]. */
export function knownSecrets(): [kind: string, secret: string][] {
  const id = `${letters(10, DIGITS)}-${letters(12, DIGITS)}`;
  return [
    ["an AWS key", `AKIA${letters(16, UPPER + DIGITS)}`],
    ["an AWS key", `ASIA${letters(16, UPPER + DIGITS)}`],
    ["a GitHub token", `ghp_${letters(36)}`],
    ["a GitHub token", `gho_${letters(36)}`],
    ["a GitHub token", `ghs_${letters(36)}`],
    ["a GitHub token", `ghu_${letters(36)}`],
    ["a GitHub token", `ghr_${letters(76)}`],
    ["a GitHub token", `github_pat_${letters(22)}_${letters(59)}`],
    ["a GitLab token", `glpat-${word(19)}a`],
    ["a GitLab token", `glptt-${hex(40)}`],
    ["a GitLab token", `gldt-${word(19)}b`],
    ["a GitLab token", `glrt-${word(19)}c`],
    ["a Slack token", `xoxb-${id}-${letters(24)}`],
    ["a Slack token", `xoxp-${id}-${id}-${hex(32)}`],
    ["a Slack token", `xapp-1-A${letters(10, UPPER)}-${letters(13, DIGITS)}-${hex(64)}`],
    ["a Stripe key", `sk_live_${letters(24)}`],
    ["a Stripe key", `rk_test_${letters(99)}`],
    ["a Stripe secret", `whsec_${letters(32)}`],
    ["an OpenAI key", `sk-${letters(20)}T3BlbkFJ${letters(20)}`],
    ["an OpenAI key", `sk-proj-${word(74)}T3BlbkFJ${word(73)}z`],
    ["an OpenAI key", `sk-svcacct-${word(80)}z`],
    ["an Anthropic key", `sk-ant-api03-${word(93)}AA`],
    ["an Anthropic key", `sk-ant-oat01-${word(93)}AA`],
    ["an OpenRouter key", `sk-or-v1-${hex(64)}`],
    ["a Google key", `AIza${word(34)}a`],
    ["a Google token", `ya29.${word(120)}a`],
    ["a Google secret", `GOCSPX-${word(27)}a`],
    ["an npm token", `npm_${letters(36)}`],
    ["a PyPI token", `pypi-AgEIcHlwaS5vcmc${word(140)}a`],
    ["a Hugging Face token", `hf_${letters(34, UPPER + UPPER.toLowerCase())}`],
    ["a Groq key", `gsk_${letters(52)}`],
    ["an xAI key", `xai-${letters(80)}`],
    ["a SendGrid key", `SG.${word(22)}.${word(42)}a`],
    ["a Twilio key", `SK${hex(32)}`],
    ["a Mailgun key", `key-${hex(32)}`],
    ["a DigitalOcean token", `dop_v1_${hex(64)}`],
    ["a Shopify token", `shpat_${hex(32)}`],
    ["a Databricks token", `dapi${hex(32)}`],
    ["a Linear key", `lin_api_${letters(40)}`],
    ["a Notion token", `ntn_${letters(46)}`],
    ["a Doppler token", `dp.pt.${letters(43)}`],
    ["a Vault token", `hvs.${word(90)}a`],
    ["a Terraform token", `${letters(14)}.atlasv1.${letters(67)}`],
    ["a Docker token", `dckr_pat_${word(26)}a`],
    ["a Telegram token", `${letters(10, "123456789")}:AA${word(32)}a`],
    ["an Atlassian token", `ATATT3xFfGF0${word(170)}=${hex(8)}`],
    ["a Supabase key", `sbp_${hex(40)}`],
    ["a Pulumi token", `pul-${hex(40)}`],
    ["a Sentry token", `sntryu_${hex(64)}`],
    ["a Grafana token", `glsa_${letters(32)}_${hex(8)}`],
    ["a New Relic key", `NRAK-${letters(27, UPPER + DIGITS)}`],
    ["a Postman key", `PMAK-${hex(24)}-${hex(34)}`],
    ["a Figma token", `figd_${word(39)}a`],
    ["a Tailscale key", `tskey-auth-${letters(12)}-${letters(32)}`],
    ["a RubyGems token", `rubygems_${hex(48)}`],
    ["an age private key", `AGE-SECRET-KEY-1${letters(58, UPPER + DIGITS)}`],
    ["an Askline token", `askline_${word(42)}a`],
    [
      "a signed token",
      `${base64url({ alg: "HS256", typ: "JWT" })}.${base64url({ sub: "ada", exp: 1 })}.${word(43)}`,
    ],
    ["a private key", pem("RSA PRIVATE KEY")],
    ["a private key", pem("OPENSSH PRIVATE KEY")],
    ["a private key", pem("PRIVATE KEY").replaceAll("\n", "\\n")],
    [
      "a private key",
      pem("EC PRIVATE KEY", "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,AB12\n\n"),
    ],
    ["a private key", pem("PGP PRIVATE KEY BLOCK")],
  ];
}

/** Secrets that only their place gives away: [what is written, with • for the secret; the secret]. */
export function placedSecrets(): [written: string, secret: string][] {
  return [
    ["curl -H 'Authorization: Bearer •' https://api.example", word(40)],
    ['curl -H "authorization: token •" https://api.example', hex(40)],
    ["Authorization: Basic •", Buffer.from("ada:lovelace1").toString("base64")],
    ['{"Authorization": "Bearer •"}', letters(24)],
    ['headers = {"X-API-Key": "•"}', letters(32)],
    ["curl --header 'PRIVATE-TOKEN: •' https://gitlab.example", letters(20)],
    ["git clone https://ada:•@git.example/door.git", letters(12)],
    ["git clone https://•@github.com/ada/door.git", letters(40)],
    ["DATABASE_URL=postgres://app:•@db.example:5432/door", `p${letters(9)}!`],
    ["redis://:•@cache.example:6379/0", letters(16)],
    ["mongodb+srv://app:•@cluster.example/door", letters(16)],
    ["amqp://door:•@queue.example", letters(10)],
    ["curl -u ada:• https://api.example", letters(10)],
    ["curl -s --user 'ada:•' https://api.example", letters(10)],
    ["mysql -h db.example -u root -p• door", letters(10)],
    ["export OPENWEATHER_API_KEY=•", letters(32)],
    ["DB_PASSWORD=• npm start", "hunter2"],
    ["DB_PASSWORD='•' npm start", "correcthorse"],
    ["+POSTGRES_PASSWORD=•", letters(9)],
    ["DOOR_SESSION_TOKEN=•", hex(64)],
    ["AWS_SECRET_ACCESS_KEY=•", letters(40, `${ALL}/+`)],
    ["aws_secret_access_key = •", letters(40)],
    ["aws_session_token = •", letters(300)],
    ["//registry.example/:_authToken=•", letters(30)],
    ["DefaultEndpointsProtocol=https;AccountName=door;AccountKey=•", `${letters(86)}==`],
    ["Endpoint=sb://door.example/;SharedAccessKeyName=all;SharedAccessKey=•", `${letters(43)}=`],
    ["Server=db;Database=door;User Id=app;Password=•;", letters(12)],
    ["host=db user=app password=• dbname=door", "lovelace"],
    ['  "clientSecret": "•",', letters(32)],
    ["const apiKey = '•';", letters(32)],
    ['password: "•"', "s3cret-door"],
    ["password: •", "s3cretdoor"],
    ["api_key: •", letters(32)],
    ["docker login -u ada --password • registry.example", letters(10)],
    ["vercel deploy --token=•", letters(24)],
    ["https://api.example/v1?access_token=•&page=2", letters(30)],
    ["https://door.blob.example/a?sv=2024&sig=•", `${letters(43)}%3D`],
    ["https://discord.com/api/webhooks/•", `${letters(18, "123456789")}/${word(67)}a`],
    ["https://hooks.slack.com/services/•", `T${letters(8)}/B${letters(8)}/${letters(24)}`],
  ];
}

function pem(name: string, head = ""): string {
  const lines = Array.from({ length: 6 }, () => letters(64, `${ALL}+/`)).join("\n");
  return `-----BEGIN ${name}-----\n${head}${lines}\n${letters(30)}==\n-----END ${name}-----`;
}

/** What looks like a secret to a hasty eye, and is none. */
export const HARMLESS: readonly string[] = [
  "git show 9fceb02d0ae598e95dc970b74767f19372d61af8",
  "id: 6f1c1f3e-7c0a-4b8e-9f6e-2d1b7a9c0e11",
  '"integrity": "sha512-z2QL4yDUvWCkLJk2mxXGwZ9nQnNqHhF8dLqFbVm2gYvHn7y0aTzv0Qw2h7b1kFq9m8c5d4e3f2a1b0c9d8e7f6a5=="',
  'resolved "https://registry.example/left-pad/-/left-pad-1.3.0.tgz#5b8a3a7765dfe001261dde915589e782f8c94d1e"',
  'checksum = "8a9b1c2d3e4f5061728394a5b6c7d8e9f0011223344556677889900aabbccdde"',
  "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "비밀번호를 잊으셨나요? 토큰: 발급 대기 중, 비밀번호=아직 없음",
  "The token: it is sent in the Authorization header as a Bearer token.",
  "Bearer authentication is described in RFC 6750.",
  "MAX_TOKENS=4096 npm test",
  "max_tokens: 128000, stop_token: none",
  "const token = parser.next();",
  "let token2 = tokens[0];",
  "token = token1)",
  "password: string;",
  "  password: PasswordInput,",
  "interface Login { user: string; password: string; apiKey?: string }",
  "if (secret === undefined) throw new MissingSecret();",
  "TOKEN=$(gh auth token) npm publish",
  `NPM_TOKEN=\${NPM_TOKEN}`,
  `password: \${{ secrets.DB_PASSWORD }}`,
  "apiKey: process.env.OPENAI_API_KEY,",
  'api_key = os.environ["API_KEY"]',
  "API_KEY=your-api-key-here",
  "PASSWORD=changeme",
  "DB_PASSWORD_FILE=/run/secrets/db",
  "secretName: door-tls",
  "secretKeyRef: { name: door, key: password }",
  '"forgotPassword": "Forgot your password?"',
  '"token": "access-token"',
  'type="password" name="password" autocomplete="current-password"',
  '<input type="password" placeholder="Password">',
  "passwordless: true",
  "PWD=/home/ada/door",
  "kubectl get secret door -o yaml",
  "git clone https://github.com/ada/door.git",
  "ssh git@github.com:ada/door.git",
  "postgres://db.example:5432/door",
  "http://localhost:8475/open?to=/",
  "npm install @types/node@20.19.43",
  "docker run -u 1000:1000 door",
  "sk-learn is not a key, nor is sk-button-primary-large",
  "ghp_short and npm_config_registry and xoxb-",
  "task-1234567890123456789012345678901234567890123456789",
  "grep -rn 'BEGIN PRIVATE KEY' . && rm -rf /tmp/door",
  "ls -la && rm -rf / # -----BEGIN PRIVATE KEY-----\nrm -rf ~/door\necho done",
  "eyJ is how a JWT begins",
  "AKIA is how an AWS key begins; AKIAIOSFODNN7 is too short",
  "arn:aws:iam::123456789012:role/door",
  "commit 1a2b3c4d5e6f Author: Ada <ada@example.net>",
  "token_type: bearer",
  "Set the secret: see docs/secrets.md",
  "import { getToken } from './token.ts';",
  "primaryKey: id, foreignKey: door_id, sortKey: created_at2",
  "key: 1234567890abcdef1234567890abcdef",
];
