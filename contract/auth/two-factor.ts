import { z } from 'zod'
import { CurrentUser } from '#contract/accounts/current-user.ts'
import { defineEndpoint } from '../endpoint.ts'
import { Timestamp } from '../scalars.ts'
import { reauthenticationFields } from './reauthentication.ts'

const tag = 'Second step'

const RecoveryCodes = z.object({
  recovery_codes: z.array(z.string()).meta({ description: 'each opens once; shown this one time' }),
})

export const TwoFactorStatus = z.object({
  on_since: Timestamp.nullable().meta({ description: 'null: signing in asks for no code' }),
  recovery_left: z.int().meta({ description: 'recovery codes that were not used yet' }),
  has_password: z.boolean(),
  advised: z.boolean().meta({ description: 'staff should have it on' }),
})
export type TwoFactorStatus = z.output<typeof TwoFactorStatus>

export const getTwoFactorStatus = defineEndpoint({
  method: 'GET',
  path: '/api/me/second-factor',
  summary: 'Whether signing in asks for a code as well',
  tag,
  response: TwoFactorStatus,
})

export const beginTwoFactorSetup = defineEndpoint({
  method: 'POST',
  path: '/api/me/second-factor',
  summary:
    'Begins: a secret for an authenticator app (TOTP, RFC 6238). Nothing is asked for before a code confirms it',
  tag,
  status: 201,
  body: z.strictObject(reauthenticationFields),
  response: z.object({
    secret: z.string().meta({ description: 'base32, to type' }),
    url: z.string().meta({ description: 'otpauth://, to show as a QR code' }),
  }),
})

const code = z.string('code_wrong').trim().min(1, 'code_wrong').max(40, 'code_wrong')

export const confirmTwoFactorSetup = defineEndpoint({
  method: 'PUT',
  path: '/api/me/second-factor',
  summary: 'Turns it on with a first code; ends the other sessions',
  tag,
  body: z.strictObject({ code }),
  response: RecoveryCodes,
})

export const deleteTwoFactor = defineEndpoint({
  method: 'DELETE',
  path: '/api/me/second-factor',
  summary: 'Turns it off; asks for the password of who has one',
  tag,
  status: 204,
  body: z.strictObject(reauthenticationFields),
  response: z.undefined(),
})

export const postRecoveryCodes = defineEndpoint({
  method: 'POST',
  path: '/api/me/second-factor/recovery-codes',
  summary: 'Ten new recovery codes; the old ones open nothing more',
  tag,
  status: 201,
  body: z.strictObject(reauthenticationFields),
  response: RecoveryCodes,
})

export const getPendingSignIn = defineEndpoint({
  method: 'GET',
  path: '/api/session/code',
  summary: 'Whether this browser is between the password and the code',
  tag,
  response: z.object({ waiting: z.boolean() }),
})

/** Follows `code_needed`. The pending sign-in is identified by its cookie. */
export const signInWithCode = defineEndpoint({
  method: 'PUT',
  path: '/api/session/code',
  summary:
    'The second step of signing in: a code of the authenticator app, or a recovery code; sets the session cookie',
  tag,
  body: z.strictObject({ code }),
  response: z.object({ me: CurrentUser.nullable() }),
})
