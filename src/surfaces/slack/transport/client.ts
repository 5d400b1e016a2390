/** The client for Slack's Web API: every call passes through the budget and has a time limit. */
import { type Logger, webApi } from "@slack/bolt";
import type { Budget, Lane } from "./budget.ts";

export interface ClientParts {
  token: string;
  apiUrl: string;
  logger: Logger;
  budget: Budget;
  /** The time limit of each call. */
  withinMs?: number;
}

export interface SlackClients {
  /** Waits for its turn, and tries again where the network failed. */
  client: webApi.WebClient;
  /** Sends at once, for callers that keep to the budget themselves. */
  direct: webApi.WebClient;
  /** The same, but never twice: for what would then stand there twice. */
  once: webApi.WebClient;
}

// Slack answers within a second. What hangs this long is lost.
const CALL_WITHIN_MS = 10_000;
const RETRIES = { retries: 3, factor: 2, minTimeout: 300 };

export function createClients({ token, budget, ...options }: ClientParts): SlackClients {
  return {
    client: new BudgetedClient(token, clientOptions(options), budget),
    direct: new webApi.WebClient(token, clientOptions(options)),
    once: new webApi.WebClient(token, { ...clientOptions(options), retryConfig: { retries: 0 } }),
  };
}

/** We wait by ourselves after a refusal: the library would hold up every other call as well. */
export function clientOptions({
  apiUrl,
  logger,
  withinMs = CALL_WITHIN_MS,
}: Pick<ClientParts, "apiUrl" | "logger" | "withinMs">) {
  return {
    slackApiUrl: apiUrl,
    logger,
    retryConfig: RETRIES,
    rejectRateLimitedCalls: true,
    timeout: withinMs,
    maxRequestConcurrency: Number.POSITIVE_INFINITY,
  };
}

/** A class, because the library's methods are bound to its own `apiCall`. */
class BudgetedClient extends webApi.WebClient {
  readonly #budget: Budget;

  constructor(token: string, options: webApi.WebClientOptions, budget: Budget) {
    super(token, options);
    this.#budget = budget;
  }

  override apiCall(
    method: string,
    options: Record<string, unknown> = {},
  ): Promise<webApi.WebAPICallResult> {
    const { channel } = options;
    return this.#budget.run(
      { method, channel: typeof channel === "string" ? channel : undefined, lane: laneOf },
      () => super.apiCall(method, options),
    );
  }
}

const laneOf = (): Lane => "card";
