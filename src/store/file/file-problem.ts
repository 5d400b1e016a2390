/** What is wrong with a session's files, in the words of each language. */
export class FileProblem extends Error {
  readonly korean: string;
  /** Nobody has written the file yet: another program may be about to. */
  readonly isMissing: boolean;
  constructor(
    english: string,
    korean: string,
    { isMissing = false }: { isMissing?: boolean } = {},
  ) {
    super(english);
    this.korean = korean;
    this.isMissing = isMissing;
  }
}

export function missing(fileName: string): FileProblem {
  return new FileProblem(`${fileName} is missing`, `${fileName}이 없습니다`, { isMissing: true });
}

export function ofAnotherSession(fileName: string, id: string): FileProblem {
  const shown = id.slice(0, 80);
  return new FileProblem(
    `${fileName} belongs to session ${shown}`,
    `${fileName}은 세션 ${shown}의 것입니다`,
  );
}

export function unknownStatus(status: string): FileProblem {
  const shown = JSON.stringify(status.slice(0, 80));
  return new FileProblem(
    `status.json has the status ${shown}, which is not known here`,
    `status.json의 상태 ${shown}는 알 수 없는 값입니다`,
  );
}
