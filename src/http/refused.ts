/** A refusal for programs and pages: a code, a sentence, and what to do about it. */
export interface Refused {
  error: { code: string; message: string; suggestion: string };
}

export function refused(status: number, code: string, message: string, suggestion = ""): Response {
  const body: Refused = { error: { code, message, suggestion } };
  return Response.json(body, { status });
}
