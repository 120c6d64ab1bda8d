import { useEffect, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { notify } from '#web/ui/notify.ts'
import { PasswordField } from '#web/ui/password-field.tsx'
import { type Refused, sayRefused } from './form-answer.ts'

export interface PasswordChanged {
  changed: true
}

/** `intent` is what the page's action knows the form by. */
interface Props {
  intent: string
  answer: Refused | PasswordChanged | undefined
}

/** A new password; the current one is asked for only when the sign-in is an old one (ruling 13). */
export function ChangePassword({ intent, answer }: Props) {
  const busy = useNavigation().formData?.get('intent') === intent
  const form = useRef<HTMLFormElement>(null)
  const refused = answer && 'refused' in answer ? answer : undefined
  const changed = answer !== undefined && !refused
  useEffect(() => {
    if (changed) form.current?.reset()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each answer anew
  }, [answer, changed])
  return (
    <section
      aria-labelledby="change-password"
      className="rounded-[22px] border border-line bg-raised p-5 sm:p-6"
    >
      <h2 id="change-password" className="text-21">
        Change password
      </h2>
      <Form
        ref={form}
        method="post"
        noValidate
        preventScrollReset
        className="mt-4 grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_auto]"
      >
        <div className="flex flex-col gap-4">
          <PasswordField
            label="New password"
            name="password"
            autoComplete="new-password"
            placeholder="New password (min 8 characters)"
            required
            error={refused?.fields.password}
          />
          {refused && currentWanted(refused) && (
            <PasswordField
              label="Current password"
              name="current_password"
              autoComplete="current-password"
              required
              error={refused.fields.current_password}
            />
          )}
          {refused && Object.keys(refused.fields).length === 0 && (
            <p role="alert" className="field-error">
              {refused.refused.detail}
            </p>
          )}
          {changed && (
            <p aria-live="polite" className="text-15 font-semibold text-good-ink">
              Password changed
            </p>
          )}
        </div>
        <Button type="submit" name="intent" value={intent} busy={busy} className="min-h-[50px] sm:mt-[29px]">
          Update password
        </Button>
      </Form>
    </section>
  )
}

/** Once asked for it stays, also while the new password is what is wrong. */
function currentWanted({ refused, values }: Refused) {
  return (
    refused.code.startsWith('password_current') || refused.code === 'password_wrong' || values.asked === 'yes'
  )
}

export function sayPassword(answer: Refused | PasswordChanged) {
  if ('refused' in answer)
    sayRefused(answer, answer.refused.code.startsWith('password_') ? undefined : 'Change failed')
  else notify.good('Password changed', 'Other devices have to sign in again.')
}
