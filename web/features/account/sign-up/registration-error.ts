import { registrationErrors } from '#contract/errors/registration-errors.ts'

/** Why a visitor cannot create an account: registration is closed, or the invitation cannot be used. */
export interface RegistrationError {
  title: string
  detail: string
}

/** Returns the text of an error about registration, or undefined for all other error codes. */
export function describeRegistrationError(code: string): RegistrationError | undefined {
  if (!Object.hasOwn(registrationErrors, code)) return undefined
  const { title, detail } = registrationErrors[code as keyof typeof registrationErrors]
  return { title, detail }
}
