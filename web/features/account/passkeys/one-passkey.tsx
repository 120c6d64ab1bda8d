import { Form, useNavigation } from 'react-router'
import { passkeys } from '#contract/limits.ts'
import type { Passkey } from '#contract/passkeys.ts'
import { Button } from '#web/ui/button.tsx'
import { Day } from '#web/ui/day.tsx'
import { Field } from '#web/ui/field.tsx'
import { words } from '#web/words/passkeys.ts'
import { CurrentPassword } from '../current-password.tsx'
import type { Refused } from '../form-answer.ts'
import { intents } from './action.ts'

/** Its name, when it was used, and behind one press the forms for both: they work without script. */
export function OnePasskey({ passkey, answer }: { passkey: Passkey; answer: Refused | undefined }) {
  const { id, name, created_at, used_at } = passkey
  const sending = useNavigation().formData
  const isBusy = (intent: string) => sending?.get('intent') === intent && sending.get('id') === id
  return (
    <li className="py-3">
      <p className="font-semibold break-words">{name}</p>
      <p className="text-quiet">
        {words.added} <Day at={created_at} />,{' '}
        {used_at ? (
          <>
            {words.used} <Day at={used_at} />
          </>
        ) : (
          words.unused
        )}
      </p>
      <details open={answer !== undefined}>
        <summary className="link inline-flex min-h-[44px] cursor-pointer items-center">
          {words.change} <span className="sr-only">{name}</span>
        </summary>
        <div className="mt-2 flex max-w-[420px] flex-col gap-6">
          <Form method="post" noValidate className="flex flex-col items-start gap-3">
            <input type="hidden" name="id" value={id} />
            <Field
              label={words.name}
              name="name"
              maxLength={passkeys.nameMax}
              required
              defaultValue={answer?.values.name || name}
              className="w-full"
              error={answer?.fields.name}
            />
            <Button
              type="submit"
              name="intent"
              value={intents.rename}
              size="small"
              busy={isBusy(intents.rename)}
            >
              {words.rename}
            </Button>
          </Form>
          <Form method="post" noValidate className="flex flex-col items-start gap-3">
            <input type="hidden" name="id" value={id} />
            <p className="text-quiet">{words.removeText}</p>
            {answer?.fields.current_password && (
              <CurrentPassword label={words.current} error={answer.fields.current_password} />
            )}
            <Button
              type="submit"
              name="intent"
              value={intents.remove}
              size="small"
              variant="danger"
              busy={isBusy(intents.remove)}
            >
              {words.remove}
            </Button>
          </Form>
        </div>
      </details>
    </li>
  )
}
