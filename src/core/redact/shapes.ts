/**
 * The published shapes of keys and tokens. A shape without a fixed beginning is not here: it would
 * hide hashes and ids. Each is tried only where its beginning occurs, and reads a text once: a run
 * of its characters is entered at its start alone, or has a greatest length.
 *
 * What a shape matches holds no character that a shell acts on, so a command cannot be hidden in
 * what looks like a secret.
 */
import type { SecretKind } from "./kinds.ts";

export interface Shape {
  readonly kind: SecretKind;
  /** One of these stands in every match, upper and lower case as here. */
  readonly hints: readonly string[];
  /** Global. A group called `secret` is the part to hide; without one it is the whole match. */
  readonly pattern: RegExp;
}

const token = (service: string) => ({ service, noun: "token" }) as const;
const key = (service: string) => ({ service, noun: "key" }) as const;

/** A shape that begins with one of these words and is made of `rest`, with nothing joined to it. */
function shape(kind: SecretKind, hints: readonly string[], rest: string): Shape {
  const begin = hints.map((hint) => hint.replace(/[./]/g, "\\$&")).join("|");
  const pattern = new RegExp(`(?<![A-Za-z0-9])(?:${begin})${rest}(?![A-Za-z0-9])`, "g");
  return { kind, hints, pattern };
}

const WORD = "[A-Za-z0-9_-]";

export const SHAPES: readonly Shape[] = [
  {
    kind: { noun: "private key" },
    hints: ["PRIVATE KEY"],
    // Lines of a key are long and hold base64 alone, so words of a command are none of them. The
    // line breaks may be written as \n.
    pattern:
      /-----BEGIN (?:[A-Z0-9]{1,12} ){0,4}PRIVATE KEY(?: BLOCK)?-----(?:(?:\s|\\{1,4}[nr]){0,4}(?:Proc-Type|DEK-Info|Version|Comment): [\w,. -]{1,80})*(?:(?:\s|\\{1,4}[nr]){1,4}[+\- ]?[A-Za-z0-9+/=]{20,})+(?:(?:\s|\\{1,4}[nr]){1,4}[+\- ]?[A-Za-z0-9+/=]{1,19}(?=\s|\\{1,4}[nr]))?(?:(?:\s|\\{1,4}[nr]){1,4}[+\- ]?=[A-Za-z0-9+/]{4})?(?:(?:\s|\\{1,4}[nr]){1,4}[+\- ]?-----END (?:[A-Z0-9]{1,12} ){0,4}PRIVATE KEY(?: BLOCK)?-----)?/g,
  },
  shape(key("AWS"), ["AKIA", "ASIA", "ABIA", "ACCA"], "[A-Z0-9]{16}"),
  shape(key("AWS"), ["ABSK"], "[A-Za-z0-9+/]{100,270}={0,2}"),
  shape(token("GitHub"), ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"], "[A-Za-z0-9]{36,255}"),
  shape(token("GitHub"), ["github_pat_"], "[A-Za-z0-9_]{22,255}"),
  shape(
    token("GitLab"),
    "pat ptt rt dt oas soat ft cbt imt agent ffct".split(" ").map((one) => `gl${one}-`),
    `${WORD}{20,300}(?:\\.[0-9a-z]{2}\\.[0-9a-z]{9})?`,
  ),
  shape(token("GitLab"), ["GR1348941"], `${WORD}{20,50}`),
  shape(
    token("Slack"),
    [..."abeoprs"].flatMap((one) => [`xox${one}-`]),
    "[A-Za-z0-9-]{10,400}",
  ),
  shape(token("Slack"), ["xoxe.xox"], "[bp]-[A-Za-z0-9-]{10,400}"),
  shape(token("Slack"), ["xapp-"], "\\d-[A-Z0-9]{5,20}-\\d{5,20}-[a-z0-9]{20,128}"),
  {
    kind: { service: "Slack", noun: "secret address" },
    hints: ["hooks.slack.com/"],
    pattern:
      /(?<=hooks\.slack\.com\/(?:services|workflows|triggers)\/)[A-Za-z0-9]{6,20}\/[A-Za-z0-9/_-]{10,120}/g,
  },
  shape(
    key("Stripe"),
    "sk rk".split(" ").flatMap((one) => [`${one}_live_`, `${one}_test_`, `${one}_prod_`]),
    "[A-Za-z0-9]{10,250}",
  ),
  shape({ service: "Stripe", noun: "secret" }, ["whsec_"], "[A-Za-z0-9+/]{24,100}={0,2}"),
  shape(key("Anthropic"), ["sk-ant-"], `[a-z0-9]{2,12}-${WORD}{20,250}`),
  shape(key("OpenRouter"), ["sk-or-v1-"], "[0-9a-f]{64}"),
  shape(key("OpenAI"), ["sk-proj-", "sk-svcacct-", "sk-admin-", "sk-None-"], `${WORD}{20,300}`),
  shape(key("OpenAI"), ["sk-"], "(?:[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}|[A-Za-z0-9]{48})"),
  shape(key("Google"), ["AIza"], `${WORD}{35}`),
  shape(token("Google"), ["ya29."], `${WORD}{20,2000}`),
  shape({ service: "Google", noun: "secret" }, ["GOCSPX-"], `${WORD}{28}`),
  shape(token("Google"), ["1//0"], `${WORD}{40,200}`),
  shape(token("npm"), ["npm_"], "[A-Za-z0-9]{36}"),
  shape(token("PyPI"), ["pypi-AgE"], `${WORD}{50,1000}`),
  shape(token("RubyGems"), ["rubygems_"], "[a-f0-9]{48}"),
  shape(token("crates.io"), ["cio"], "[A-Za-z0-9]{32}"),
  shape(key("NuGet"), ["oy2"], "[a-z0-9]{43}"),
  shape(token("Docker"), ["dckr_pat_", "dckr_oat_"], `${WORD}{27,40}`),
  shape(token("Hugging Face"), ["hf_", "api_org_"], "[A-Za-z]{34}"),
  shape(key("Groq"), ["gsk_"], "[A-Za-z0-9]{52}"),
  shape(key("xAI"), ["xai-"], "[A-Za-z0-9]{80}"),
  shape(key("Perplexity"), ["pplx-"], "[A-Za-z0-9]{48}"),
  shape(token("Replicate"), ["r8_"], "[A-Za-z0-9]{37}"),
  shape(key("SendGrid"), ["SG."], `${WORD}{22}\\.${WORD}{43}`),
  shape(key("Twilio"), ["SK"], "[0-9a-f]{32}"),
  shape(key("Mailgun"), ["key-"], "[0-9a-f]{32}"),
  shape(token("DigitalOcean"), ["dop_v1_", "doo_v1_", "dor_v1_"], "[a-f0-9]{64}"),
  shape(key("Heroku"), ["HRKU-"], `${WORD}{36,70}`),
  shape(token("Shopify"), ["shpat_", "shpca_", "shppa_", "shpss_"], "[a-fA-F0-9]{32}"),
  shape(token("Square"), ["sq0atp-", "sq0csp-", "sq0idp-"], `${WORD}{22,50}`),
  shape(token("Databricks"), ["dapi"], "[a-f0-9]{32}(?:-\\d)?"),
  shape(key("Linear"), ["lin_api_", "lin_oauth_"], "[A-Za-z0-9]{40,64}"),
  shape(token("Notion"), ["ntn_"], "[A-Za-z0-9]{43,50}"),
  shape(
    token("Doppler"),
    "pt st ct scim audit".split(" ").map((one) => `dp.${one}.`),
    "[A-Za-z0-9._-]{40,60}",
  ),
  shape(token("Vault"), ["hvs.", "hvb.", "hvr."], `${WORD}{24,300}`),
  {
    kind: token("Terraform"),
    hints: [".atlasv1."],
    pattern: /(?<![A-Za-z0-9])[A-Za-z0-9]{14}\.atlasv1\.[\w=-]{60,80}/g,
  },
  {
    kind: token("Telegram"),
    hints: [":AA"],
    pattern: /(?<![A-Za-z0-9])(?:bot)?\d{8,10}:AA[\w-]{33}(?![\w-])/g,
  },
  {
    kind: { service: "Discord", noun: "secret address" },
    hints: ["/api/webhooks/"],
    pattern: /(?<=discord(?:app)?\.com\/api\/webhooks\/)\d{15,20}\/[\w-]{60,80}/g,
  },
  shape(token("Atlassian"), ["ATATT3", "ATCTT3", "ATBB"], "[A-Za-z0-9_=-]{20,300}"),
  shape(key("Supabase"), ["sbp_", "sb_secret_"], `${WORD}{20,64}`),
  shape(token("PlanetScale"), ["pscale_tkn_", "pscale_pw_", "pscale_oauth_"], "[\\w.=-]{32,64}"),
  shape(token("Fly.io"), ["fm1_", "fm1r_", "fm1a_", "fm2_", "fo1_"], "[A-Za-z0-9+/=_-]{40,2000}"),
  shape(token("Pulumi"), ["pul-"], "[a-f0-9]{40}"),
  shape(token("Sentry"), ["sntrys_", "sntryu_"], "[A-Za-z0-9+/=_]{40,400}"),
  shape(token("Grafana"), ["glsa_"], "[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}"),
  shape(token("Grafana"), ["glc_eyJ"], "[A-Za-z0-9+/=]{30,400}"),
  shape(key("New Relic"), ["NRAK-"], "[A-Z0-9]{27}"),
  shape(key("Postman"), ["PMAK-"], "[a-f0-9]{24}-[a-f0-9]{34}"),
  shape(token("Figma"), ["figd_", "figo_", "figu_"], `${WORD}{40,60}`),
  shape(key("Tailscale"), ["tskey-"], "[a-z]{3,12}-[A-Za-z0-9]{6,20}-[A-Za-z0-9]{20,60}"),
  shape(token("1Password"), ["ops_eyJ"], "[A-Za-z0-9+/_=-]{100,2000}"),
  shape({ service: "age", noun: "private key" }, ["AGE-SECRET-KEY-1"], "[A-Z0-9]{58}"),
  {
    kind: { service: "Azure", noun: "secret" },
    hints: ["8Q~", "7Q~"],
    pattern: /(?<![\w~.-])[\w~.-]{3}[78]Q~[\w~.-]{31,34}(?![\w~.-])/g,
  },
  shape({ service: "Askline", noun: "token" }, ["askline_", "pair_"], `${WORD}{43}`),
  {
    kind: { noun: "signed token" },
    hints: ["eyJ"],
    pattern: /(?<![\w-])eyJ[\w-]{10,4000}\.eyJ[\w-]{10,8000}\.(?:[\w-]{10,2000}|(?![\w-]))/g,
  },
];
