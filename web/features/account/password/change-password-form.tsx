import { useEffect, useRef } from 'react'
import { Form, useActionData, useNavigation } from 'react-router'
import { passwordMinLengthOnChange } from '#contract/limits.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { accountSettingsMessages } from '#web/messages/dashboard/account-settings.ts'
import type { FormFailure } from '../forms/account-form-handling.ts'

interface Props {
  /** The form's `intent` value, by which the page's action recognizes the form. */
  intent: string
  /** True if the user must enter the current password because the last sign-in was too long ago. */
  needsCurrent: boolean
  answer: FormFailure | undefined
  /** True if the password has just been changed. */
  changed: boolean
}

/**
 * A form that sets a new password. The form asks for the current password if the last sign-in was too long
 * ago.
 */
export function ChangePasswordForm({ intent, needsCurrent, answer: refused, changed }: Props) {
  const busy = useNavigation().formData?.get('intent') === intent
  const form = useRef<HTMLFormElement>(null)
  const latest = useActionData()
  useEffect(() => {
    if (changed) form.current?.reset()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the effect must run for every response
  }, [latest, changed])
  return (
    <section
      aria-labelledby="change-password"
      className="rounded-[22px] border border-line bg-raised p-5 sm:p-6"
    >
      <h3 id="change-password" className="text-21">
        {accountSettingsMessages.password}
      </h3>
      <Form
        ref={form}
        method="post"
        noValidate
        preventScrollReset
        className="mt-4 grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_auto]"
      >
        <div className="flex flex-col gap-4">
          {(needsCurrent || (refused && needsCurrentPassword(refused))) && (
            <PasswordField
              label={accountSettingsMessages.currentPassword}
              name="current_password"
              autoComplete="current-password"
              required
              error={refused?.fields.current_password}
            />
          )}
          <PasswordField
            label={accountSettingsMessages.newPassword}
            name="password"
            autoComplete="new-password"
            placeholder={accountSettingsMessages.newPasswordPlaceholder}
            hint={accountSettingsMessages.newPasswordHint({ least: passwordMinLengthOnChange })}
            required
            error={refused?.fields.password}
          />
          {refused && Object.keys(refused.fields).length === 0 && (
            <p role="alert" className="field-error">
              {refused.refused.detail}
            </p>
          )}
          {changed && (
            <p aria-live="polite" className="text-15 font-semibold text-good-ink">
              {accountSettingsMessages.passwordChanged}
            </p>
          )}
        </div>
        <Button type="submit" name="intent" value={intent} busy={busy} className="min-h-[50px] sm:mt-[29px]">
          {accountSettingsMessages.updatePassword}
        </Button>
      </Form>
    </section>
  )
}

/**
 * Returns whether the form asks for the current password. Once the form has asked for the current password,
 * it keeps asking, even if the API rejected only the new password.
 */
function needsCurrentPassword({ refused, values }: FormFailure) {
  return (
    refused.code.startsWith('password_current') || refused.code === 'password_wrong' || values.asked === 'yes'
  )
}
