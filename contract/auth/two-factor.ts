import { z } from 'zod'
import { CurrentUser } from '#contract/accounts/current-user.ts'
import { defineEndpoint } from '../endpoint.ts'
import { Timestamp } from '../scalars.ts'
import { reauthenticationFields } from './reauthentication.ts'

const tag = 'Two-factor authentication'

const RecoveryCodes = z.object({
  recovery_codes: z.array(z.string()).meta({ description: 'Single-use codes. They are returned only once.' }),
})

export const TwoFactorStatus = z.object({
  on_since: Timestamp.nullable().meta({
    description: 'When two-factor authentication was turned on, or null if it is off.',
  }),
  recovery_left: z.int().meta({ description: 'The number of unused recovery codes.' }),
  has_password: z.boolean(),
  required: z
    .boolean()
    .meta({ description: 'Whether the account needs a second factor, as staff accounts do.' }),
})
export type TwoFactorStatus = z.output<typeof TwoFactorStatus>

export const getTwoFactorStatus = defineEndpoint({
  method: 'GET',
  path: '/api/me/second-factor',
  summary: 'Returns whether two-factor authentication is on.',
  tag,
  response: TwoFactorStatus,
})

export const beginTwoFactorSetup = defineEndpoint({
  method: 'POST',
  path: '/api/me/second-factor',
  summary:
    'Creates a secret for an authenticator app (TOTP, RFC 6238). The secret has no effect until it is confirmed with a code.',
  tag,
  status: 201,
  body: z.strictObject(reauthenticationFields),
  response: z.object({
    secret: z.string().meta({ description: 'The secret in base32, for manual entry.' }),
    url: z.string().meta({ description: 'An `otpauth://` URL to display as a QR code.' }),
  }),
})

const code = z.string('code_wrong').trim().min(1, 'code_wrong').max(40, 'code_wrong')

export const confirmTwoFactorSetup = defineEndpoint({
  method: 'PUT',
  path: '/api/me/second-factor',
  summary: 'Turns on two-factor authentication with a first code and ends your other sessions.',
  tag,
  body: z.strictObject({ code }),
  response: RecoveryCodes,
})

export const deleteTwoFactor = defineEndpoint({
  method: 'DELETE',
  path: '/api/me/second-factor',
  summary: 'Turns off two-factor authentication. Requires the password, if the account has one.',
  tag,
  status: 204,
  body: z.strictObject(reauthenticationFields),
  response: z.undefined(),
})

export const createRecoveryCodes = defineEndpoint({
  method: 'POST',
  path: '/api/me/second-factor/recovery-codes',
  summary: 'Creates ten new recovery codes and invalidates the old ones.',
  tag,
  status: 201,
  body: z.strictObject(reauthenticationFields),
  response: RecoveryCodes,
})

export const getPendingSignIn = defineEndpoint({
  method: 'GET',
  path: '/api/session/code',
  summary: 'Returns whether this browser has entered the password and still needs a two-factor code.',
  tag,
  response: z.object({ waiting: z.boolean() }),
})

/**
 * Clients send the two-factor code after the `code_needed` error. A cookie identifies the sign-in that is
 * waiting for its two-factor code.
 */
export const signInWithCode = defineEndpoint({
  method: 'PUT',
  path: '/api/session/code',
  summary:
    'Completes a sign-in with a code from the authenticator app or a recovery code, and sets the session cookie.',
  tag,
  body: z.strictObject({ code }),
  response: z.object({ me: CurrentUser.nullable() }),
})
