import { staffErrors } from '#contract/errors/console/staff-errors.ts'
import { registrationErrors } from '#contract/errors/registration-errors.ts'

const { staff_passkey_required, staff_sign_in_refused } = staffErrors
const refusals = { ...registrationErrors, staff_passkey_required, staff_sign_in_refused }

/**
 * Why a visitor cannot create an account or sign in with a provider: registration is closed, the invitation cannot be
 * used, or a staff account needs its second factor.
 */
export interface RegistrationError {
  title: string
  detail: string
}

/** Returns the text of an error about registration or staff accounts, or undefined for all other error codes. */
export function describeRegistrationError(code: string): RegistrationError | undefined {
  if (!Object.hasOwn(refusals, code)) return undefined
  const { title, detail } = refusals[code as keyof typeof refusals]
  return { title, detail }
}
