import { PasswordField } from '#web/ui/forms/password-field.tsx'

interface Props {
  label: string
  hint?: string
  error: string | undefined
}

/** Asks for the current password before the account's sign-in methods are changed. */
export function CurrentPasswordField({ label, hint, error }: Props) {
  return (
    <PasswordField
      label={label}
      hint={hint}
      name="current_password"
      autoComplete="current-password"
      required
      className="w-full"
      error={error}
    />
  )
}
