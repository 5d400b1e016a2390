/** Asking the network: addresses that are fetched, names that are looked up, ports. */
import { NotKnown } from "../shell/script-syntax.ts";
import { type Grammar, reads } from "./grammar.ts";
import { isThisMachine } from "./harmless-kinds.ts";

/** Options whose value is sent. */
const TOLD = /^(?:-[HuAeb]|--(?:header|user|user-agent|referer|cookie))$/;

export const NETWORK: Grammar = {
  "host|nslookup|whois": { ...reads("-t=name -type=name -a", "known known"), hasLongDashes: true },
  curl: {
    options: `-s -S -f -L -I -i -v -k -g -4 -6 -N -m=number -w=format -o=new -H=header -A=known
      -e=known
      -u=outside -D=new -X=GET|HEAD|OPTIONS -r=known --silent --show-error --fail --fail-with-body
      --location --head --include --verbose --insecure --max-time=number
      --connect-timeout=number --write-out=format --output=new --header=header --user-agent=known
      --user=outside --referer=known --request=GET|HEAD|OPTIONS --retry=number --retry-delay=number
      --retry-connrefused --retry-all-errors --compressed --ipv4 --ipv6 --http1.1 --http2
      --no-buffer --range=known --dump-header=new --get -G --data-urlencode=query
      --no-progress-meter --globoff
      -b=assignment --cookie=assignment --noproxy=known --cacert=project --http3 --http0.9
      --http2-prior-knowledge --http1.0 -0 -1 --tlsv1.3 --parallel -Z --fail-early --styled-output
      --no-styled-output -# --progress-bar --no-progress-bar --limit-rate=known -y=number -Y=number
      --tcp-nodelay --keepalive-time=number --no-keepalive --speed-limit=number --speed-time=number
      --max-filesize=known --raw --tr-encoding --url-query=query --no-sessionid
      --expect100-timeout=number
      --retry-max-time=number --tlsv1.2 --max-redirs=number --path-as-is --url=url`,
    arguments: "url…",
    check: ({ options, arguments: urls }, call) => {
      // What is filled in may be a key: it is told to this machine only.
      const isTold = [...options].some(
        ([name, value]) => TOLD.test(name) && value !== null && value.texts === null,
      );
      const url = options.get("--url");
      const elsewhere = [...urls, ...(url ? [url] : [])].find((one) => !isThisMachine(one));
      if (isTold && elsewhere !== undefined) throw new NotKnown(`${call.name} ${elsewhere.source}`);
      // Without this, what is asked would be sent as a change.
      if (options.has("--data-urlencode") && !options.has("-G") && !options.has("--get"))
        throw new NotKnown(`${call.name} --data-urlencode`);
    },
  },
  // Without a method it may send its input as a change.
  "http|https|xh": {
    ...reads(
      `-b -h --body --headers --pretty=name --timeout=number --follow -F --check-status
        --ignore-stdin`,
      "GET|HEAD|OPTIONS shorturl query…",
    ),
  },
  wget: {
    options: `-q -nv -S -O=-|/dev/null -T=number -t=number --spider --quiet --no-verbose
      --server-response --output-document=-|/dev/null --timeout=number --tries=number
      --header=header --no-check-certificate`,
    arguments: "url…",
    needs: "-O --spider --output-document",
  },
  ping: reads(
    "-c=number -W=number -w=number -i=number -t=number -s=number -q -n -v -D -O -4 -6",
    "known",
  ),
  // It asks what a server offers, and calls nothing of it.
  grpcurl: {
    ...reads("-plaintext -insecure -v -max-time=number", "known list|describe name"),
    hasLongDashes: true,
  },
  ping6: reads("-c=number", "known"),
  "traceroute|tracepath|mtr": reads(
    "-n -m=number -w=number -q=number -r -c=number --report",
    "known",
  ),
  dig: reads("-x=known -t= -4 -6 -p=number", "known…"),
  "nc|ncat|netcat": { ...reads("-z -v -w=number -u -4 -6 -n", "known known"), needs: "-z" },
  "ss|netstat": reads(
    `-t -u -l -n -p -a -b -c -e -g -M -o -O -s -w -x -z -Z -4 -6 -r -i -m -H -T
      -f=inet|inet6|unix -v -q --tcp --udp
      --listening --numeric --processes --all --route --interfaces --statistics --programs --extend
      --no-header --resolve --summary --unix --raw --ipv4 --ipv6 --extended --oneline --state=name
      -tlnp --groups --timers --wide -W`,
  ),
  lsof: reads(
    `-i? -n -P -p= -t -u= -a -c= +D +L? +f? -sTCP:LISTEN -sTCP:ESTABLISHED -s? -F? -l -w -V -U -N
    -R -b -d= -g? -x?`,
  ),
  ip: {
    options: "-4 -6 -br -brief -c -color -j -json -o -s -d -p",
    hasLongDashes: true,
    arguments: "a|addr|address|r|route|link|l|neigh|n|rule|maddress show|list|ls|dev|get text text",
  },
  ifconfig: reads("-a", "name"),
  arp: reads("-a -n", ""),
  "networksetup|scutil": { options: "-listallhardwareports --dns --proxy", hasLongDashes: true },
  iwconfig: {},
  openssl: {
    subcommands: {
      version: reads("-a", ""),
      x509: {
        options: `-in= -text -noout -dates -subject -issuer -fingerprint -enddate -startdate
          -serial -inform=PEM|DER -pubkey -ext=`,
        hasLongDashes: true,
      },
      verify: {
        options: "-CAfile= -untrusted= -show_chain -verbose -purpose= -partial_chain -crl_check",
        hasLongDashes: true,
        arguments: "text…",
      },
      req: {
        options: "-in= -text -noout -verify -subject -pubkey -inform=PEM|DER",
        hasLongDashes: true,
        needs: "-noout -text -verify",
      },
      crl: { options: "-in= -text -noout -inform=PEM|DER", hasLongDashes: true },
      "ciphers|list|errstr": {
        options: "-v -s -tls1_2 -tls1_3 -digest-algorithms -cipher-algorithms -commands",
        hasLongDashes: true,
        arguments: "text",
      },
      "dgst|md5|sha256|sha1|sha512": {
        options: "-r -c -sha256 -sha1 -sha512 -md5 -hex",
        hasLongDashes: true,
        arguments: "text…",
      },
      rand: { options: "-hex -base64", hasLongDashes: true, arguments: "number" },
    },
  },
  "ssh-keygen": {
    options: "-l -f= -E=",
    check: (given, call) => {
      if (!given.options.has("-l")) throw new NotKnown(call.name);
    },
  },
  "ssh-add": { options: "-l -L", needs: "-l -L" },
};
