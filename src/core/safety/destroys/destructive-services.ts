/**
 * Command lines for clouds, clusters, containers and hosting services: verbs that read do no
 * harm, verbs that delete or stop do, and of any other verb nobody can tell.
 */
import { regex } from "../shell/regex.ts";
import type { Danger } from "./destructive.ts";

/** Null if the program is none of these. */
export function dangersOfService(name: string, words: readonly string[]): Danger[] | null {
  if (!CLOUDS.has(name)) return null;
  const plain = plainWords(words);
  if (plain.length === 0 || words.some((word) => /^(?:--help|--version|-v|help)$/.test(word)))
    return name === "vercel" && words.some((word) => /^--prod/.test(word)) ? ["publishes"] : [];
  const line = plain.join(" ");
  const options = words.filter((word) => word.startsWith("-")).join(" ");
  const dangers: Danger[] = [];
  if (DELETING.test(line) || / --delete(?:-\S+)?\b/.test(` ${options}`))
    dangers.push("deletes_resources");
  if (STOPPING.test(line) || TO_ZERO.test(words.join(" "))) dangers.push("stops_processes");
  if (KEYS.test(line) || OPENING.test(words.join(" "))) dangers.push("changes_secrets");
  if (PUBLISHING.test(line)) dangers.push("publishes");
  if (dangers.length > 0 || READING.test(line)) return dangers;
  return ["unclear"];
}

/** Without options; their values may be among the words. */
function plainWords(words: readonly string[]): string[] {
  return words.filter((word, index) => {
    if (word.startsWith("-")) return false;
    const before = words[index - 1] ?? "";
    return !VALUED.test(before) && !/^(?:file|fileb|arn|https?|s3|gs):/.test(word);
  });
}

const VALUED = regex()`
  ^--(?:profile|region|project|subscription|endpoint-url|output|query|resource-group|name
  |account|configuration|format|filter|app|org|zone|cluster|namespace|context|[\w-]+-(?:name
  |id|ids|arn|document|value|identifier|url))$|^-[angopq]$
`;
const CLOUDS = new Set(
  `aws gcloud az gsutil heroku fly flyctl vercel netlify railway render doctl hcloud linode-cli
  scw oci ibmcloud openstack wrangler firebase cf eb copilot dokku kamal mc s3cmd s5cmd b2
  azcopy stripe twilio sentry-cli newrelic turso pscale planetscale neonctl eksctl kops rancher
  argocd flux istioctl velero skaffold tilt nomad helmfile sam amplify temporal nats
  rabbitmqctl rabbitmqadmin consul vault etcdctl restic borg duplicity rclone crictl ctr skopeo
  crane regctl lxc virsh minikube kind k3d limactl colima multipass vboxmanage linear jira acli
  circleci jenkins-cli hub tea glab supabase surge eas expo fastlane`.split(/\s+/),
);
const WORD = "(?:^|[\\s:_.-])";
const END = "(?:$|[\\s:_.-])";
const DELETING = regex("i")`
  ${WORD}(?:delet\w*|destroy\w*|terminate\w*|remove\w*|rm[ip]?|rb|del|purge\w*|uninstall
  |undefine|unregistervm|wipe|drop|prune|forget|reset|leave|deregister|release-address
  |batch-write|deprovision|undeploy|down|unset|revoke|detach|batch-delete
  |schedule-key-deletion|rollback|resetwal|disable|mv|unlink|restore)${END}
`;
const STOPPING = regex("i")`
  ${WORD}(?:stop\w*|shutdown|reboot\w*|restart\w*|halt|kill|deallocate|suspend|pause|cancel
  |drain|isolate|archive|maintenance:on|logout)${END}
`;
const TO_ZERO = regex("i")`
  (?:count|replicas|capacity|size|instances|num-nodes|node-count|scale|desired|desiredSize|min
  |max|concurrent-executions)[\w-]*[= ](?:\w+=)?0\b|\bscale\b.*[= ]0\b|activation-policy=NEVER
`;
const KEYS = regex("i")`
  (?:access-key|login-profile|key-policy|iam-policy|role-policy|user-policy|assume-role-policy
  |bucket-policy|bucket-acl|(?<!describe-|get-)security-group|firewall-rules|nsg rule|keys? (?:create|renew
  |rotate)|credential reset|role assignment|secrets? (?:set|put|create|versions)|put-secret
  |put-parameter|config:set|env (?:add|set)|configure set|config set|iam ch|auth (?:login
  |revoke)|master-user-password|disable-key|update-user)
`;
const OPENING = /0\.0\.0\.0\/0|public-read|allUsers|--no-disable-api-termination|--admin\b/;
const PUBLISHING = regex("i")`
  (?:^|[\s:])(?:deploy|publish|push|promote|release:?\w*|up|upload|submit|update-traffic
  |alias)(?:$|[\s:])|update-function-code|^ses |(?:^| )sns publish
`;
const READING = regex("i")`
  (?:^|[\s:._-])(?:list\w*|ls|describe\w*|get\w*|can-i|show|info|status|version|versions|view
  |logs?|tail|head-\w+|head|wait|whoami|current|history|search|query|cat|stat|du|diff|lint
  |validate|check|ps|top|open|test|dev|plan|preview|synth|events|inspect|tree|find|estimate
  |explain|help|read|lookup|download|pull|export|simulate-\w+|filter-\w+|select|scan
  |batch-get-\w+|generate-\w+|presign|auth list|config|sts|doctor|regions|apps|releases
  |members|domains|start|init|login)(?:$|[\s:._-])
`;
