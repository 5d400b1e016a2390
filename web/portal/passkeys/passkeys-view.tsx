/** The page of passkeys: what they are for, which there are, and adding one. */
import { useState } from "preact/hooks";
import type { PasskeyPage } from "../../../src/surfaces/portal/passkey-wire.ts";
import { CopyButton } from "../../shared/copy-button.tsx";
import { Link } from "../../shared/link.tsx";
import { useStore } from "../../shared/store.ts";
import { FailureAlert, Frame } from "../frame/frame.tsx";
import { useText } from "../parts/messages.ts";
import { TextField } from "../parts/text-field.tsx";
import { ago } from "../parts/time.ts";
import { openPasskeysPage, type PasskeysOnPage, type PasskeysState } from "./passkeys.ts";

export function PasskeysView() {
  const text = useText();
  const say = text.passkeys;
  const [passkeys] = useState(openPasskeysPage);
  const state = useStore(passkeys.state);
  const { page, waiting, recoveryCodes, failure } = state;
  return (
    <Frame status="" title={`${say.title} · Askline`}>
      <FailureAlert failure={failure} />
      <article class="passkeys">
        <h1 tabIndex={-1}>{say.title}</h1>
        <p>{say.about}</p>
        {page === null && failure === null && <p class="muted late">{text.loading}</p>}
        {page !== null && (
          <>
            <p class="muted">{say.neededFor[page.passkeyFor]}</p>
            <PasskeyList page={page} />
            {recoveryCodes.length > 0 && <RecoveryCodes codes={recoveryCodes} />}
            {waiting === null ? (
              <AddForm passkeys={passkeys} state={state} />
            ) : (
              <Endorse passkeys={passkeys} state={state} />
            )}
          </>
        )}
        <Link to="/" class="action-link">
          {text.allQuestions}
        </Link>
      </article>
    </Frame>
  );
}

function PasskeyList({ page }: { page: PasskeyPage }) {
  const { passkeys: say, locale } = useText();
  if (page.passkeys.length === 0) return <p class="muted">{say.none}</p>;
  return (
    <>
      <ul class="passkey-list">
        {page.passkeys.map(({ id, name, host, addedAt, fingerprint }) => (
          <li key={id}>
            <strong>{name}</strong>{" "}
            <span class="muted">
              {host} · <time dateTime={addedAt}>{ago(addedAt, Date.now(), locale)}</time>
            </span>
            <code class="fingerprint">{fingerprint}</code>
          </li>
        ))}
      </ul>
      <p class="muted">
        {say.compare} {say.codesLeft(page.recoveryCodesLeft)}
      </p>
    </>
  );
}

/** A page without a secure origin cannot have passkeys, so it says where there are some. */
function AddForm({ passkeys, state }: { passkeys: PasskeysOnPage; state: PasskeysState }) {
  const say = useText().passkeys;
  const [name, setName] = useState("");
  if (!window.isSecureContext || /^[\d.]+$|^\[/.test(location.hostname))
    return <p class="alert">{say.notHere}</p>;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void passkeys.add(name.trim() || say.thisDevice);
      }}
    >
      <TextField
        id="passkey-name"
        label={say.name}
        value={name}
        onType={setName}
        placeholder={say.thisDevice}
      />
      <button type="submit" class="primary" disabled={state.isAdding}>
        {say.add}
      </button>
    </form>
  );
}

function Endorse({ passkeys, state }: { passkeys: PasskeysOnPage; state: PasskeysState }) {
  const say = useText().passkeys;
  const [code, setCode] = useState("");
  return (
    <section aria-labelledby="endorse-title">
      <h2 id="endorse-title">{say.endorseTitle}</h2>
      <p>{say.endorseWhy}</p>
      <button
        type="button"
        class="primary"
        disabled={state.isAdding}
        onClick={() => void passkeys.endorse()}
      >
        {say.endorse}
      </button>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void passkeys.recover(code);
        }}
      >
        <TextField id="recovery-code" label={say.code} value={code} onType={setCode} />
        <button type="submit" disabled={state.isAdding || code.trim() === ""}>
          {say.useCode}
        </button>
      </form>
    </section>
  );
}

function RecoveryCodes({ codes }: { codes: string[] }) {
  const text = useText();
  const say = text.passkeys;
  return (
    <section class="recovery" aria-labelledby="codes-title">
      <h2 id="codes-title">{say.codesTitle}</h2>
      <p>{say.codesWhy}</p>
      <ul class="codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <CopyButton text={codes.join("\n")} label={text.copy} doneLabel={text.copied} />
    </section>
  );
}
