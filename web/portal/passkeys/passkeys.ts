/** The state of the page of passkeys, and adding one. */
import type { Kept, PasskeyPage } from "../../../src/surfaces/portal/passkey-wire.ts";
import { createStore, type Store } from "../../shared/store.ts";
import { api } from "../parts/api.ts";
import { follow } from "../parts/device.ts";
import { type Failure, failureOf } from "../parts/failure.ts";
import { makePasskey, signWithPasskey } from "../parts/passkey.ts";

export interface PasskeysState {
  page: PasskeyPage | null;
  isAdding: boolean;
  /** The addition that an earlier passkey, or a recovery code, has to let in. */
  waiting: { id: string; endorsing: NonNullable<Kept["endorsing"]> } | null;
  /** Shown this once. */
  recoveryCodes: string[];
  failure: Failure | null;
}

export interface PasskeysOnPage {
  state: Store<PasskeysState>;
  add(name: string): Promise<void>;
  endorse(): Promise<void>;
  recover(code: string): Promise<void>;
}

export function openPasskeysPage(): PasskeysOnPage {
  const state = createStore<PasskeysState>({
    page: null,
    isAdding: false,
    waiting: null,
    recoveryCodes: [],
    failure: null,
  });
  void attempt(async () => {
    const page = await api.passkeys();
    follow({}, page.locale);
    state.set({ page });
  });
  return { state, add, endorse, recover };

  function add(name: string) {
    return attempt(async () => {
      const { id, creating } = await api.beginPasskey({ name });
      const response = await makePasskey(creating);
      take(id, await api.newPasskey({ id, response }));
    });
  }

  function endorse() {
    return attempt(async () => {
      const { waiting } = state.get();
      if (waiting === null) return;
      const response = await signWithPasskey(waiting.endorsing);
      take(waiting.id, await api.endorsePasskey({ id: waiting.id, by: { response } }));
    });
  }

  function recover(recoveryCode: string) {
    return attempt(async () => {
      const { waiting } = state.get();
      if (waiting !== null)
        take(waiting.id, await api.endorsePasskey({ id: waiting.id, by: { recoveryCode } }));
    });
  }

  function take(id: string, kept: Kept) {
    if (kept.endorsing !== null) return state.set({ waiting: { id, endorsing: kept.endorsing } });
    state.set({ waiting: null, page: kept.page, recoveryCodes: kept.recoveryCodes });
  }

  async function attempt(work: () => Promise<void>) {
    state.set({ isAdding: true, failure: null });
    try {
      await work();
    } catch (error) {
      state.set({ failure: failureOf(error) });
    } finally {
      state.set({ isAdding: false });
    }
  }
}
