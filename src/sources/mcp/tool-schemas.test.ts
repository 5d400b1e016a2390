import { expect, it } from "vitest";
import { toolSchemas } from "../../../scripts/tool-schemas.ts";
import schemas from "./tool-schemas.json" with { type: "json" };

it("the JSON schemas match the schemas that validate (else: npm run tool-schemas)", () => {
  expect(schemas).toEqual(JSON.parse(JSON.stringify(toolSchemas())));
});
