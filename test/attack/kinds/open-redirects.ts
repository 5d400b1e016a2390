/** Links that would lead a browser elsewhere after it was let in. */
import { type Attack, each } from "../support/attack.ts";
import { send } from "../support/requests.ts";

const PLACES = [
  ...[
    "//evil.example",
    "https://evil.example",
    "/\\evil.example",
    "javascript:alert(1)",
    "\\\\evil",
  ],
  ...["/%2f%2fevil.example", "/\t/evil.example", "data:text/html,x", '/x"><script>1</script>'],
  ...["/?next=//evil.example", "/#//evil.example", "http:evil.example"],
];

export const attack: Attack = {
  name: "open redirects",
  run: ({ port, linkTo }) =>
    each(PLACES, String, async (place) => {
      const { pathname, search } = new URL(await linkTo(place));
      const { text, headers } = await send(port, pathname + search);
      return text.includes('name="askline-page" content="/"') && headers["location"] === undefined;
    }),
};
