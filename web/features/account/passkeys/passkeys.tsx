import type { Passkey } from '#contract/passkeys.ts'
import { passkeys } from '#contract/limits.ts'
import { words } from '#web/words/passkeys.ts'
import { FormError, FormGood } from '../account-page.tsx'
import type { Refused } from '../form-answer.ts'
import type { PasskeyDone } from './action.ts'
import { AddPasskey } from './add-passkey.tsx'
import { OnePasskey } from './one-passkey.tsx'

interface Props {
  items: Passkey[]
  /** What one of the forms here was refused with. */
  answer: Refused | undefined
  done: PasskeyDone | undefined
}

/** One's own, each with its forms, and a way to add one. */
export function Passkeys({ items, answer, done }: Props) {
  const isWhole = answer && !answer.fields.name && !answer.fields.current_password
  return (
    <>
      <p className="mt-2 max-w-[70ch] text-quiet">{words.about}</p>
      {(done || isWhole) && (
        <div className="mt-4">
          {done && <FormGood>{words.done[done]}</FormGood>}
          {isWhole && <FormError title={answer.refused.title}>{answer.refused.detail}</FormError>}
        </div>
      )}
      {items.length === 0 ? (
        <p className="mt-4">{words.none}</p>
      ) : (
        <ul className="mt-4 flex flex-col divide-y divide-line">
          {items.map((passkey) => (
            <OnePasskey
              key={passkey.id}
              passkey={passkey}
              answer={answer?.values.id === passkey.id ? answer : undefined}
            />
          ))}
        </ul>
      )}
      {items.length < passkeys.most ? (
        // Emptied by being made anew, once one more is there.
        <AddPasskey key={items.length} answer={answer?.values.id ? undefined : answer} />
      ) : (
        <p className="mt-4 text-quiet">{words.full}</p>
      )}
    </>
  )
}
