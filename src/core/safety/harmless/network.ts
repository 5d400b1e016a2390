/** Asking the network: addresses that are fetched, names that are looked up, ports that are seen. */
import { NotKnown } from "../shell/script-syntax.ts";
import { type Grammar, reads } from "./grammar.ts";

export const NETWORK: Grammar = {
  "host|nslookup|whois": { ...reads("-t=name -type=name -a", "known known"), hasLongDashes: true },
  curl: {
    options: `-s -S -f -L -I -i -v -k -g -4 -6 -N -m=number -w=format -o=new -H=header -A=known -e=known
      -u=outside -D=new -X=GET|HEAD|OPTIONS -r=known --silent --show-error --fail --fail-with-body
      --location --head --include --verbose --insecure --max-time=number
      --connect-timeout=number --write-out=format --output=new --header=header --user-agent=known
      --user=outside --referer=known --request=GET|HEAD|OPTIONS --retry=number --retry-delay=number
      --retry-connrefused --retry-all-errors --compressed --ipv4 --ipv6 --http1.1 --http2
      --no-buffer --range=known --dump-header=new --get -G --data-urlencode=query --no-progress-meter --globoff
      --retry-max-time=number --tlsv1.2 --max-redirs=number --path-as-is --url=url`,
    arguments: "url…",
    // Without this, what is asked would be sent as a change.
    check: ({ options }, call) => {
      if (options.has("--data-urlencode") && !options.has("-G") && !options.has("--get"))
        throw new NotKnown(`${call.name} --data-urlencode`);
    },
  },
  // Without a method it may send its input as a change.
  "http|https|xh": {
    ...reads(
      "-b -h --body --headers --pretty=name --timeout=number --follow -F --check-status --ignore-stdin",
      "GET|HEAD|OPTIONS url query…",
    ),
  },
  wget: {
    options: `-q -nv -S -O=-|/dev/null -T=number -t=number --spider --quiet --no-verbose
      --server-response --output-document=-|/dev/null --timeout=number --tries=number
      --header=header --no-check-certificate`,
    arguments: "url…",
    needs: "-O --spider --output-document",
  },
  ping: reads("-c=number -W=number -i=number -t=number -q -n -4 -6", "known"),
  ping6: reads("-c=number", "known"),
  "traceroute|tracepath|mtr": reads(
    "-n -m=number -w=number -q=number -r -c=number --report",
    "known",
  ),
  dig: reads("-x=known -t= -4 -6 -p=number", "known…"),
  "nc|ncat|netcat": { ...reads("-z -v -w=number -u -4 -6 -n", "known known"), needs: "-z" },
  "ss|netstat": reads(
    `-t -u -l -n -p -a -e -o -s -x -4 -6 -r -i -m -H -f=inet|inet6 -v --tcp --udp --listening
      --numeric --processes --all`,
  ),
  lsof: reads("-i? -n -P -p= -t -u= -a -c= +D -sTCP:LISTEN -sTCP:ESTABLISHED -s?"),
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
      "dgst|md5|sha256": {
        options: "-sha256 -sha1 -sha512 -md5 -hex",
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
