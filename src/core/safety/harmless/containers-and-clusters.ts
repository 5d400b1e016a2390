/** Containers, clusters and clouds: what lists, describes and shows. */

import { regex } from "../shell/regex.ts";
import { NotKnown } from "../shell/script-syntax.ts";
import { type Call, each, type Given, type Grammar, type Program, reads } from "./grammar.ts";
import { onlyText } from "./harmless-words.ts";

/** None of the options of these does more than choose and format. */
const LIST: Program = { isOpen: true };
const LOGS: Program = { isOpen: true };
const INSPECT: Program = { isOpen: true };
/** A command inside a container is judged as one outside. */
const EXEC: Program = {
  options:
    "-i -t -T -u=name -w= --user=name --workdir= --interactive --tty --no-TTY --index=number",
  arguments: "name",
  startsCommand: true,
};
const COMPOSE: Program = {
  options: `-f= --file= -p=name --project-name=name --profile=name --env-file= --ansi=
    --progress=name
    --project-directory=workspace --compatibility --all-resources --parallel=number --verbose`,
  subcommands: {
    "ps|images|ls|top|version|port|volumes|stats|events": LIST,
    logs: LOGS,
    config: reads(
      `-q --quiet --services --volumes --images --networks --models --variables
        --format= --hash=
        --profiles --no-interpolate --no-normalize --no-path-resolution --no-consistency
        --resolve-image-digests`,
      "name…",
    ),
    exec: EXEC,
  },
};
const DOCKER: Program = {
  options: "-c=name --context=name -D --debug -v -l=name --log-level=name",
  subcommands: {
    "ps|images": LIST,
    search: reads("--limit=number --no-trunc -f= --filter= --format=", "known"),
    logs: LOGS,
    inspect: INSPECT,
    exec: EXEC,
    "version|info": reads("-f= --format=", ""),
    "top|port|diff": reads("", "text…"),
    history: reads("-H -q --no-trunc --format= --human"),
    stats: reads("-a --all --no-stream --no-trunc --format="),
    events: reads("--since= --until= -f= --filter= --format="),
    "container|image|network|volume|node|service|stack|context|secret|plugin|swarm|manifest|config":
      {
        subcommands: {
          "ls|list|ps": LIST,
          "inspect|show": INSPECT,
          logs: LOGS,
          "top|port|diff": reads("", "text…"),
          history: reads("-H -q --no-trunc --format="),
          stats: reads("-a --all --no-stream --format="),
        },
      },
    system: { subcommands: { "df|info": reads("-v --verbose --format= -f=", "") } },
    buildx: {
      subcommands: {
        "ls|du|version|inspect": reads("--verbose --format= --filter=", "name"),
        imagetools: { subcommands: { inspect: reads("--raw --format=", "known") } },
        history: { subcommands: { "ls|logs|inspect": reads("--format= --filter=", "name") } },
      },
    },
    trust: { subcommands: { inspect: reads("--pretty", "known…") } },
    compose: COMPOSE,
  },
};

const KUBE = `-n=name --namespace=name -A --all-namespaces -l= --selector= --context=name
  --cluster=name --request-timeout= --field-selector= --no-headers -o=form --output=form -v=number
  --v=number
  --user=name --warnings-as-errors --match-server-version --field-manager=name --timeout=`;
const KUBECTL: Program = {
  options: KUBE,
  subcommands: {
    "get|describe|top|explain|api-resources|api-versions|events": {
      ...reads(
        `${KUBE} -w --watch --show-labels --sort-by= -L= --label-columns= --show-kind --recursive
        --containers --ignore-not-found --show-events? --chunk-size=number --namespaced?
        --api-group= --verbs= --types= --for= --show-managed-fields --output-watch-events --sum
        --use-protocol-buffers -R --limit=number --allow-missing-template-keys? --server-print?
        --output-watch-events --subresource=name --cached --no-headers? --ignore-not-found?
        --watch-only -f=unsent --filename=unsent -k=project --kustomize=project
        --api-version= --categories= --sort-by= --show-capacity --show-swap --events?`,
      ),
      check: refuseSecrets,
    },
    // The server tries it, or nobody does.
    diff: reads(`${KUBE} -f=unsent -k=project -R --filename=unsent`, ""),
    apply: {
      ...reads(`${KUBE} -f=unsent -k=project --filename=unsent --dry-run=client|server`, ""),
      needs: "--dry-run",
    },
    logs: reads(
      `${KUBE} -f --follow --tail=number --since= --since-time= -c= --container= -p --previous
        --timestamps --all-containers? --prefix? --max-log-requests=number
        --limit-bytes=number --all-pods?
        --ignore-errors? --pod-running-timeout= --timestamps? --previous? --follow?`,
    ),
    "version|cluster-info": reads(`${KUBE} --client --short`, ""),
    config: {
      subcommands: {
        "view|get-contexts|current-context|get-clusters|get-users": reads(
          "--minify -o= --output=form --flatten",
          "name",
        ),
      },
    },
    wait: reads(`${KUBE} --for= --all -f=project --filename=project -R`),
    kustomize: reads("", "project"),
    plugin: { subcommands: { list: reads("--name-only", "") } },
    options: {},
    rollout: {
      subcommands: { "status|history": reads(`${KUBE} -w --watch? --timeout= --revision=number`) },
    },
    auth: { subcommands: { "can-i|whoami": reads(`${KUBE} --list --as=`) } },
    exec: {
      options: `${KUBE} -i -t -it -c=name --container=name -q`,
      arguments: "names",
      startsCommand: true,
    },
  },
};

/** Their names may be listed; in other forms what is in them is shown. */
function refuseSecrets({ arguments: [kind], options }: Given, call: Call): void {
  const kinds = kind === undefined ? "secrets" : (onlyText(kind) ?? "secrets");
  const form = options.get("-o") ?? options.get("--output");
  const isListed = form === undefined || /^(?:name|wide)$/.test(form?.texts?.[0] ?? "");
  if (!isListed && /(?:^|,)(?:all-)?secrets?(?:[/,.]|$)/i.test(kinds))
    throw new NotKnown(`${call.name} ${kind?.source ?? ""}`);
}

const HELM = `-n=name --namespace=name --kube-context=name -o= --output=form --debug -A
    --all-namespaces
    --no-color --color=name`;
const HELM_PROGRAM: Program = {
  options: HELM,
  subcommands: {
    "list|ls|status|history|hist|version|env|lint|template": reads(
      `${HELM} -a --all -q --short -f=unsent --values=unsent --set= --set-string= --filter=
        --max=number
        --revision=number --show-resources --deployed --failed --pending -d --date -r --reverse
        --strict --show-only= -s= --include-crds --no-hooks --version= --repo=known
        --skip-tests --uninstalled
        --superseded --uninstalling -l= --selector= --offset=number --no-headers
        --time-format= --validate
        --kube-version= -a= --api-versions= --is-upgrade --name-template= --release-name
        --quiet --with-subcharts
        --set-file=project --set-json= --devel --skip-schema-validation --template= --short
        --client`,
      "unsent…",
    ),
    // A release's manifest, its hooks and all of it hold the cluster's secrets.
    get: {
      subcommands: { "values|notes|metadata": reads(`${HELM} -a --all --revision=number`, "name") },
    },
    show: {
      subcommands: {
        "all|values|chart|readme|crds": reads(`${HELM} --version= --repo=known`, "unsent…"),
      },
    },
    search: {
      subcommands: {
        "repo|hub": reads(
          "-l --versions --version= --devel -o= --output=form --max-col-width=number",
        ),
      },
    },
    repo: { subcommands: { "list|ls": reads("-o= --output=form", "") } },
    "dependency|dep": { subcommands: { "list|ls": reads("--max-col-width=number", "text") } },
    diff: {
      subcommands: {
        "upgrade|rollback|revision|release": reads(
          `${HELM} -f=unsent --values=unsent --set= --allow-unreleased --install -C=number
            --context=number --no-hooks --detailed-exitcode`,
          "unsent…",
        ),
      },
    },
    plugin: { subcommands: { "list|ls": {} } },
  },
};

const TERRAFORM: Program = {
  options: "-chdir=project",
  hasLongDashes: true,
  subcommands: {
    "validate|version|providers|graph|metadata": {
      options: "-json -no-color -type=name -draw-cycles -no-tests",
      hasLongDashes: true,
      arguments: "schema|functions",
    },
    // In JSON, or raw, they say what is marked as secret, too.
    // So does one output by its name.
    show: { options: "-no-color", hasLongDashes: true, arguments: "text" },
    output: { options: "-no-color", hasLongDashes: true, arguments: "" },
    // It reads what is there and writes nothing, but runs what the project names for it.
    plan: {
      options: `-no-color -input=true|false -refresh=true|false -lock=true|false -compact-warnings
        -detailed-exitcode -target= -var= -var-file=project -json`,
      hasLongDashes: true,
      runsProject: true,
    },
    fmt: {
      options: "-check -diff -recursive -list=true|false -write=false -no-color",
      hasLongDashes: true,
      arguments: "project…",
    },
    state: {
      subcommands: {
        "list|show": { options: "-no-color", hasLongDashes: true, arguments: "text…" },
      },
    },
    workspace: { subcommands: { "list|show": {} } },
  },
};

const AWS = `--cli-read-timeout=number --cli-connect-timeout=number --debug --starting-token=
  --region=
  --profile=name --output=form --query= --no-cli-pager --no-paginate
  --max-items=number --page-size=number --no-sign-request --color=`;
const AWS_FILTERS = `${AWS} --filters= --filter= --instance-ids= --stack-name= --bucket=
  --prefix= --key= --log-group-name= --log-group-name-prefix= --log-stream-name=
  --log-stream-name-prefix= --cluster= --services= --tasks= --task-definition= --function-name=
  --table-name= --db-instance-identifier= --names= --name= --role-name= --user-name=
  --policy-arn= --group-ids= --vpc-ids= --subnet-ids= --service-name= --repository-name=
  --image-ids= --load-balancer-arns= --target-group-arn= --owners= --start-time= --end-time=
  --limit= --filter-pattern= --max-results=number --max-keys=number --id= --parameter-names=
  --path= --recursive --queue-url= --topic-arn= --cluster-name= --nodegroup-name=
  --pipeline-name= --execution-arn= --state-machine-arn= --hosted-zone-id= --distribution-id=
  --state= --include-all-instances --desired-status= --launch-type= --delimiter=
  --version-id= --human-readable --summarize
  --since= --format= --log-stream-names= --follow --log-group-names= --start-from-head --order-by=
  --descending --instance-id= --volume-ids= --snapshot-ids= --key-names= --allocation-ids=
  --network-interface-ids= --route-table-ids= --availability-zones= --db-cluster-identifier=
  --cache-cluster-id= --service= --task= --container-instances= --repository-names= --registry-id=
  --image-tag= --stack-status-filter= --logical-resource-id= --change-set-name= --api-id=
  --rest-api-id= --stage-name= --resource-id= --arn= --resource-arn= --tags= --resource-type=
  --resource-types= --certificate-arn= --domain-name= --policy-name= --group-name= --scope=
  --version= --only-attached --statistics= --metric-name= --namespace= --dimensions= --period=number
  --alarm-names= --alarm-name-prefix= --state-value= --project-name= --build-ids= --ids= --names=
  --execution-name= --status-filter= --queue-name-prefix= --attribute-names= --subscription-arn=
  --rule= --schedule-name= --group-names= --max-records=number --page= --marker=
  --consistent-read --key-condition-expression= --expression-attribute-values= --index-name=
  --projection-expression=`;

const AWS_READS = regex()`
  ^(?:head-(?:object|bucket)|filter-log-events|lookup-events|simulate-[a-z-]+-policy
  |validate-template|estimate-template-cost|search-[a-z-]+|batch-get-[a-z-]+
  |test-metric-filter|query|scan)$
`;
const AWS_LOGIN = regex()`
  ^get-function(?:-configuration)?$|^get-connections?$|^get-.*(?:login|authorization|session|federation|secret|credential|password|token|private
  |signing)
`;

/** `aws ec2 describe-instances`: the verb says that it reads. An argument may name a file. */
function checkAws(given: Given, call: Call): void {
  const [service, operation, extra] = given.arguments;
  const verb = operation === undefined ? "" : (onlyText(operation) ?? "");
  const name = service === undefined ? "" : (onlyText(service) ?? "");
  if (given.options.has("--version")) return;
  const isStorage = `${name} ${verb}` === "s3 ls" || `${name} ${verb}` === "logs tail";
  const isReading =
    isStorage || /^(?:describe|list|get)-[a-z0-9-]+$/.test(verb) || AWS_READS.test(verb);
  const isLogin = AWS_LOGIN.test(verb);
  if (!isReading || isLogin || (extra !== undefined && !isStorage))
    throw new NotKnown(
      `${call.name} ${service?.source ?? ""} ${(extra ?? operation)?.source ?? ""}`,
    );
}

const GOOGLE = `--project=name --region=name --zone=name --format= --filter= --limit=number
  --sort-by= --location=name --quiet -q --uri`;
const googleLists: Program = { subcommands: { "list|describe": reads(GOOGLE) } };
const AZURE = reads(
  "-g= --resource-group= -n= --name= -o= --output=form --query= --subscription= --all",
);

export const CONTAINERS_AND_CLUSTERS: Grammar = {
  "docker|podman|nerdctl": DOCKER,
  "docker-compose": COMPOSE,
  "kubectl|oc": KUBECTL,
  helm: HELM_PROGRAM,
  "kubectx|kubens": { options: "-c" },
  stern: reads(
    `${KUBE} --since= --tail=number -c= --container= -i= -e= --include= --exclude=
      --no-follow --color=name -t --timestamps? --template=`,
  ),
  argocd: {
    subcommands: {
      "app|cluster|repo|proj": {
        subcommands: {
          "list|get|diff|history|resources|logs|manifests": reads(
            `-o=name --output=name -l= -p= --project= --show-params --show-operation
              --grpc-web --revision= --local=project`,
            "name…",
          ),
        },
      },
      version: reads("--client --short", ""),
    },
  },
  flux: {
    subcommands: {
      "get|logs|check|stats|tree|trace|events|version": reads(
        `${KUBE} --all --pre --kind= --name= --level= --since= --tail=number --status-selector=`,
        "name…",
      ),
    },
  },
  istioctl: {
    subcommands: {
      "analyze|proxy-status|ps|version|validate": reads(
        `${KUBE} --all-namespaces --remote? --short`,
        "project…",
      ),
    },
  },
  k3d: {
    subcommands: {
      "cluster|node|registry": {
        subcommands: { "list|ls|get": reads("-o=name --no-headers", "name…") },
      },
      version: {},
    },
  },
  nomad: {
    subcommands: {
      status: reads("-verbose -short", "name"),
      job: {
        subcommands: {
          "status|history|inspect": {
            ...reads("-verbose -short -json", "name"),
            hasLongDashes: true,
          },
        },
      },
      node: { subcommands: { status: reads("", "name") } },
    },
  },
  eksctl: {
    subcommands: {
      get: reads("--region=name --cluster=name -o=name --name=name", "name"),
      version: {},
    },
  },
  crane: {
    subcommands: { "manifest|digest|ls|config|catalog|version": reads("--platform=", "known…") },
  },
  skopeo: {
    subcommands: {
      "inspect|list-tags": reads(
        "--raw --config --format= --override-os=name --override-arch=name",
        "known",
      ),
    },
  },
  kustomize: { subcommands: { build: reads("", "project") } },
  minikube: { subcommands: { "status|ip|version|profile|logs": reads("-p=name -o=name", "list") } },
  kind: { subcommands: { get: { arguments: "clusters|nodes" }, version: {} } },
  "terraform|tofu": TERRAFORM,
  // As `terraform plan`, they run the project's own description, and read what is there.
  pulumi: {
    subcommands: {
      preview: {
        options:
          "--diff --json -s=name --stack=name --non-interactive --suppress-progress --color=name",
        runsProject: true,
      },
      stack: { subcommands: { ls: reads("--json -a --all", "") } },
      "version|whoami|about": {},
    },
  },
  cdk: {
    subcommands: {
      "diff|synth|synthesize|ls|list": {
        options: "-q --quiet -j --json --strict --no-color --all --long -l --no-version-reporting",
        arguments: "name…",
        runsProject: true,
      },
    },
  },
  packer: {
    subcommands: {
      "validate|inspect": {
        options: "-syntax-only -var-file=project -only=name",
        hasLongDashes: true,
        arguments: "project",
        runsProject: true,
      },
    },
  },
  aws: { options: AWS_FILTERS, arguments: "name text unsent", check: checkAws },
  gcloud: {
    options: GOOGLE,
    subcommands: {
      compute: {
        subcommands: {
          ...each(
            `instances disks zones regions networks addresses images machine-types
    firewall-rules snapshots instance-groups instance-templates forwarding-rules
    backend-services url-maps ssl-certificates routes routers health-checks
    target-pools instance-groups-managed`,
            googleLists,
          ),
        },
      },
      container: { subcommands: { "clusters|node-pools|images": googleLists } },
      run: {
        subcommands: {
          "services|jobs|revisions": {
            subcommands: {
              "list|describe": reads(`${GOOGLE} --service=name --job=name`),
              logs: { subcommands: { read: reads(GOOGLE) } },
            },
          },
        },
      },
      dns: {
        subcommands: {
          "managed-zones|record-sets": {
            subcommands: { "list|describe": reads(`${GOOGLE} -z=name`) },
          },
        },
      },
      sql: { subcommands: { "instances|databases|users": googleLists } },
      iam: { subcommands: { "service-accounts|roles": googleLists } },
      builds: { subcommands: { "list|describe|log": reads(`${GOOGLE} --ongoing`) } },
      pubsub: { subcommands: { "topics|subscriptions": googleLists } },
      artifacts: {
        subcommands: {
          "repositories|packages|versions": googleLists,
          docker: {
            subcommands: {
              images: { subcommands: { "list|describe": reads(`${GOOGLE} --include-tags`) } },
            },
          },
        },
      },
      functions: {
        subcommands: {
          "list|describe": reads(GOOGLE),
          logs: { subcommands: { read: reads(GOOGLE) } },
        },
      },
      app: {
        subcommands: {
          "services|versions|instances": googleLists,
          logs: { subcommands: { read: reads(`${GOOGLE} -s=name --service=name`) } },
        },
      },
      storage: {
        subcommands: {
          "ls|list": reads(`${GOOGLE} -l -r --recursive -L --json`),
          buckets: googleLists,
          objects: googleLists,
        },
      },
      "projects|services|secrets|redis|organizations|folders|billing": googleLists,
      auth: { subcommands: { list: reads(GOOGLE, "") } },
      config: {
        subcommands: {
          "list|get-value|get|configurations": reads(
            "",
            "list|project|account|core/project|compute/zone|compute/region",
          ),
        },
      },
      logging: { subcommands: { read: reads(`${GOOGLE} --freshness= --order=`, "text") } },
      "info|version": {},
    },
  },
  az: {
    subcommands: {
      ...each(
        `vm group aks webapp functionapp acr account resource disk containerapp keyvault
    network appservice storage sql cosmosdb redis monitor role policy provider tag
    deployment acs vmss image identity servicebus eventhubs apim cdn container
    postgres mysql`,
        { subcommands: { "list|show|list-locations|list-sizes": AZURE } },
      ),
      version: {},
    },
  },
  "vercel|netlify|fly|flyctl|heroku|railway|render": {
    subcommands: {
      "ls|list|status|whoami|version|logs|inspect|releases|ps": reads(
        `-a= --app= -n=number --num=number --tail -t --json --prod -r= --region= --dyno=
          --source= --scope=name --no-tail -j -o=name --limit=number --since=
          --environment=name -m= --meta=`,
        "name",
      ),
    },
  },
  gsutil: { subcommands: { "ls|du|stat|version": reads("-l -h -r -R -d -b -s") } },
  bq: {
    subcommands: {
      "ls|show|head|version": reads(
        "--format=name --schema --max_results=number -n=number -j --project_id=name",
        "name…",
      ),
      query: {
        ...reads("--use_legacy_sql=true|false --nouse_legacy_sql --dry_run --format=name", "sql"),
        needs: "--dry_run",
      },
    },
  },
  supabase: {
    subcommands: { migration: { subcommands: { list: reads("--local --linked", "") } } },
  },
  firebase: {
    subcommands: {
      "projects:list|apps:list|functions:log|functions:list": reads("--json -n=number"),
    },
  },
  wrangler: {
    subcommands: { "whoami|deployments": reads("--env= --format= --name=", "list|status") },
  },
  doctl: {
    subcommands: {
      compute: {
        subcommands: {
          "droplet|image|region|size|volume": {
            subcommands: { "list|get": reads("--format= --no-header -o=", "name") },
          },
        },
      },
      account: { subcommands: { get: {} } },
    },
  },
};
