/** What can be wrong with a database, told apart by its codes and said in plain words. */
import { SpokenError } from "../../../core/ask/spoken-error.ts";

/** How people know a database: never with its password. */
export interface DatabaseName {
  host: string;
  name: string;
  user: string;
}

export class DatabaseAway extends SpokenError {
  readonly code = "database_away";
  constructor({ host }: Pick<DatabaseName, "host">, cause: unknown) {
    super({
      en: {
        message: `The database at ${host} cannot be reached: ${reasonOf(cause)}.`,
        suggestion: "See that it runs and that ASKLINE_DATABASE_URL names it; then try again.",
      },
      ko: {
        message: `${host}의 데이터베이스에 연결할 수 없습니다: ${reasonOf(cause)}.`,
        suggestion:
          "데이터베이스가 실행 중인지, ASKLINE_DATABASE_URL이 맞는지 확인한 뒤 다시 시도하세요.",
      },
    });
    this.cause = cause;
  }
}

export class DatabaseStarting extends SpokenError {
  readonly code = "database_starting";
  constructor({ host }: Pick<DatabaseName, "host">, cause: unknown) {
    super({
      en: {
        message: `The database at ${host} is starting and takes no connections yet.`,
        suggestion: "Nothing was changed; try again in a moment.",
      },
      ko: {
        message: `${host}의 데이터베이스가 시작하는 중이라 아직 연결을 받지 않습니다.`,
        suggestion: "바뀐 것은 없습니다. 잠시 뒤에 다시 시도하세요.",
      },
    });
    this.cause = cause;
  }
}

export class DatabaseRefused extends SpokenError {
  readonly code = "database_refused";
  constructor({ host, user }: DatabaseName, cause: unknown) {
    super({
      en: {
        message: `The database at ${host} does not let ${user} in.`,
        suggestion: "Correct the user or the password in ASKLINE_DATABASE_URL.",
      },
      ko: {
        message: `${host}의 데이터베이스가 ${user}의 접속을 거절했습니다.`,
        suggestion: "ASKLINE_DATABASE_URL의 사용자나 비밀번호를 고치세요.",
      },
    });
    this.cause = cause;
  }
}

export class DatabaseMissing extends SpokenError {
  readonly code = "database_missing";
  constructor({ host, name }: DatabaseName, cause: unknown) {
    super({
      en: {
        message: `There is no database ${name} at ${host}.`,
        suggestion: `Make it (createdb ${name}), or correct ASKLINE_DATABASE_URL.`,
      },
      ko: {
        message: `${host}에 데이터베이스 ${name}이(가) 없습니다.`,
        suggestion: `만들거나(createdb ${name}) ASKLINE_DATABASE_URL을 고치세요.`,
      },
    });
    this.cause = cause;
  }
}

export class DatabaseNotOurs extends SpokenError {
  readonly code = "database_forbids";
  constructor({ host, user, name }: DatabaseName, cause: unknown) {
    super({
      en: {
        message: `${user} may not keep tables in the database ${name} at ${host}.`,
        suggestion: `Let the owner of ${name} run: grant create, usage on schema public to ${user}.`,
      },
      ko: {
        message: `${user}은(는) ${host}의 데이터베이스 ${name}에 표를 만들 수 없습니다.`,
        suggestion: `소유자가 다음을 실행해야 합니다: grant create, usage on schema public to ${user}.`,
      },
    });
    this.cause = cause;
  }
}

export class DatabaseFileUnusable extends SpokenError {
  readonly code = "database_file";
  constructor(path: string, cause: unknown) {
    super({
      en: {
        message: `The database file ${path} cannot be used: ${reasonOf(cause)}.`,
        suggestion: "Make its folder writable, or correct the path in ASKLINE_DATABASE_URL.",
      },
      ko: {
        message: `데이터베이스 파일 ${path}을(를) 쓸 수 없습니다: ${reasonOf(cause)}.`,
        suggestion: "폴더를 쓸 수 있게 하거나 ASKLINE_DATABASE_URL의 경로를 고치세요.",
      },
    });
    this.cause = cause;
  }
}

/** Neither shown nor repeated: it may hold a password. */
export class DatabaseAddressWrong extends SpokenError {
  readonly code = "database_address";
  constructor() {
    super({
      en: {
        message: "The address of the database cannot be read.",
        suggestion:
          "Write ASKLINE_DATABASE_URL like postgres://user:password@host:5432/database; " +
          "signs such as @ / # in a password are written %40 %2F %23.",
      },
      ko: {
        message: "데이터베이스의 주소를 읽을 수 없습니다.",
        suggestion:
          "ASKLINE_DATABASE_URL을 postgres://사용자:비밀번호@호스트:5432/데이터베이스처럼 쓰세요. " +
          "비밀번호의 @ / # 같은 글자는 %40 %2F %23으로 씁니다.",
      },
    });
  }
}

const STARTING = new Set(["57P03"]);
const AWAY = new Set([
  ...["57P01", "57P02", "57P03", "53300", "08000", "08001", "08003", "08004", "08006", "08P01"],
  ...["ECONNREFUSED", "ECONNRESET", "EPIPE", "ENOENT", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH"],
  // A transaction that PostgreSQL gave up; another try is as good as the first.
  ...["40001", "40P01", "55P03", "25P03", "25P02", "EAI_AGAIN"],
]);
const AWAY_WORDS =
  /Connection terminated|Client has encountered|not queryable|timeout exceeded|read timeout/i;

/** Whether another try may succeed. */
export function isAway(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return (code !== undefined && AWAY.has(code)) || AWAY_WORDS.test(message ?? "");
}

export function isStarting(error: unknown): boolean {
  return STARTING.has(String((error as { code?: unknown }).code));
}

/** Class 22 is data, class 54 its size. */
export function isDataError(error: unknown): boolean {
  return /^(22|54)/.test(String((error as { code?: unknown }).code));
}

/** The failure in words for people, if it is one of the database itself. */
export function inWords(error: unknown, database: DatabaseName): unknown {
  const { code } = error as { code?: string };
  if (error instanceof SpokenError) return error;
  if (isStarting(error)) return new DatabaseStarting(database, error);
  if (code === "28P01" || code === "28000") return new DatabaseRefused(database, error);
  if (code === "3D000") return new DatabaseMissing(database, error);
  if (code === "42501") return new DatabaseNotOurs(database, error);
  return isAway(error) || code === "ENOTFOUND" ? new DatabaseAway(database, error) : error;
}

function reasonOf(cause: unknown): string {
  const { code, message } = cause as { code?: string; message?: string };
  return (message || code || "no answer").replace(/\.$/, "");
}
