import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { passwordMaxLength, passwordMinLengthOnChange } from '#contract/limits.ts'
import { emailSchema } from '#contract/accounts/accounts.ts'

const tag = 'Accounts'

const resetToken = z.string('reset_link_invalid').min(1, 'reset_link_invalid').max(200, 'reset_link_invalid')

/**
 * Requests a password reset. The response to a password reset request is the same whether or not an account
 * has this email address.
 */
export const sendPasswordResetEmail = defineEndpoint({
  method: 'POST',
  path: '/api/password/forgot',
  summary: 'Sends an email with a password reset link.',
  tag,
  status: 202,
  body: z.strictObject({ email: emailSchema }),
  response: z.undefined(),
})

export const newPasswordSchema = z
  .string('password_too_short')
  .min(passwordMinLengthOnChange, 'password_too_short')
  .max(passwordMaxLength, 'password_too_long')

export const resetPassword = defineEndpoint({
  method: 'POST',
  path: '/api/password/reset',
  summary:
    'Sets a new password with the token from the email. Ends all sessions. Removes all passkeys unless `keep_passkeys` is true.',
  tag,
  status: 204,
  body: z.strictObject({
    token: resetToken,
    password: newPasswordSchema,
    keep_passkeys: z.boolean().default(false).meta({
      description: 'Whether to keep the passkeys. Only possible if the email address was confirmed before.',
    }),
  }),
  response: z.undefined(),
})

export const getPasswordReset = defineEndpoint({
  method: 'GET',
  path: '/api/password/reset',
  summary:
    'Returns the other sign-in methods of the account that a reset token belongs to. Doesn’t use up the token.',
  tag,
  query: z.strictObject({ token: resetToken }),
  response: z.object({
    passkeys: z.int().meta({ description: 'The number of passkeys of the account, if they can be kept.' }),
    second_factor: z.boolean().meta({ description: 'Whether signing in still requires a two-factor code.' }),
  }),
})

export const changePassword = defineEndpoint({
  method: 'PUT',
  path: '/api/password',
  summary: 'Changes your password and ends your other sessions.',
  tag,
  status: 204,
  body: z.strictObject({ password: newPasswordSchema, current_password: z.string().max(1000).optional() }),
  response: z.undefined(),
})
