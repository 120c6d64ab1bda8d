import type { Passkey } from '#contract/auth/passkeys.ts'
import { passkeyLimits } from '#contract/limits.ts'
import { passkeyMessages } from '#web/messages/account/passkeys.ts'
import { FormErrorMessage, FormSuccessMessage } from '../forms/account-page-layout.tsx'
import type { FormFailure } from '../forms/account-form-handling.ts'
import type { PasskeyChange } from './passkey-actions.ts'
import { AddPasskeyForm } from './add-passkey-form.tsx'
import { PasskeyListItem } from './passkey-list-item.tsx'

interface Props {
  items: Passkey[]
  /** The error for the most recently submitted passkey form. */
  answer: FormFailure | undefined
  done: PasskeyChange | undefined
}

/** Lists the account's passkeys and contains the forms to rename, remove and add them. */
export function PasskeyList({ items, answer, done }: Props) {
  const isWhole = answer && !answer.fields.name && !answer.fields.current_password
  return (
    <>
      <p className="mt-2 max-w-[70ch] text-quiet">{passkeyMessages.about}</p>
      {(done || isWhole) && (
        <div className="mt-4">
          {done && <FormSuccessMessage>{passkeyMessages.done[done]}</FormSuccessMessage>}
          {isWhole && (
            <FormErrorMessage title={answer.refused.title}>{answer.refused.detail}</FormErrorMessage>
          )}
        </div>
      )}
      {items.length === 0 ? (
        <p className="mt-4">{passkeyMessages.none}</p>
      ) : (
        <ul className="mt-4 flex flex-col divide-y divide-line">
          {items.map((passkey) => (
            <PasskeyListItem
              key={passkey.id}
              passkey={passkey}
              answer={answer?.values.id === passkey.id ? answer : undefined}
            />
          ))}
        </ul>
      )}
      {items.length < passkeyLimits.maxPerUser ? (
        // The `key` prop changes when a passkey is added, which remounts the form and clears the fields.
        <AddPasskeyForm key={items.length} answer={answer?.values.id ? undefined : answer} />
      ) : (
        <p className="mt-4 text-quiet">{passkeyMessages.full}</p>
      )}
    </>
  )
}
