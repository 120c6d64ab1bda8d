import { Form, useNavigation } from 'react-router'
import { passkeyLimits } from '#contract/limits.ts'
import type { Passkey } from '#contract/auth/passkeys.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { DateLabel } from '#web/ui/formatting/date-label.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { passkeyMessages } from '#web/messages/account/passkeys.ts'
import { CurrentPasswordField } from '../password/current-password-field.tsx'
import type { FormFailure } from '../forms/account-form-handling.ts'
import { passkeyIntents } from './passkey-actions.ts'

/**
 * Shows a passkey's name and last use. The forms for renaming and removing the passkey are in a `<details>`
 * element and work without JavaScript.
 */
export function PasskeyListItem({ passkey, answer }: { passkey: Passkey; answer: FormFailure | undefined }) {
  const { id, name, created_at, used_at } = passkey
  const sending = useNavigation().formData
  const isBusy = (intent: string) => sending?.get('intent') === intent && sending.get('id') === id
  return (
    <li className="py-3">
      <p className="font-semibold break-words" dir="auto">
        {name}
      </p>
      <p className="text-quiet">
        {passkeyMessages.added} <DateLabel at={created_at} /> ·{' '}
        {used_at ? (
          <>
            {passkeyMessages.used} <DateLabel at={used_at} />
          </>
        ) : (
          passkeyMessages.unused
        )}
      </p>
      <details open={answer !== undefined}>
        <summary className="link inline-flex min-h-[44px] cursor-pointer items-center">
          {passkeyMessages.change} <span className="sr-only">{name}</span>
        </summary>
        <div className="mt-2 flex max-w-[420px] flex-col gap-6">
          <Form method="post" noValidate className="flex flex-col items-start gap-3">
            <input type="hidden" name="id" value={id} />
            <TextField
              label={passkeyMessages.name}
              name="name"
              maxLength={passkeyLimits.nameMax}
              required
              defaultValue={answer?.values.name || name}
              className="w-full"
              error={answer?.fields.name}
            />
            <Button
              type="submit"
              name="intent"
              value={passkeyIntents.rename}
              size="small"
              busy={isBusy(passkeyIntents.rename)}
            >
              {passkeyMessages.rename}
            </Button>
          </Form>
          <Form method="post" noValidate className="flex flex-col items-start gap-3">
            <input type="hidden" name="id" value={id} />
            <p className="text-quiet">{passkeyMessages.removeText}</p>
            {answer?.fields.current_password && (
              <CurrentPasswordField label={passkeyMessages.current} error={answer.fields.current_password} />
            )}
            <Button
              type="submit"
              name="intent"
              value={passkeyIntents.remove}
              size="small"
              variant="danger"
              busy={isBusy(passkeyIntents.remove)}
            >
              {passkeyMessages.remove}
            </Button>
          </Form>
        </div>
      </details>
    </li>
  )
}
