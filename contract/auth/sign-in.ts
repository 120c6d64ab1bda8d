import { z } from 'zod'
import { credentialFields, emailSchema, RedirectPath } from '../accounts/accounts.ts'
import { CurrentUser } from '#contract/accounts/current-user.ts'
import { newPasswordSchema } from './passwords.ts'
import { defineEndpoint } from '../endpoint.ts'

const tag = 'Sign-in'

/**
 * Requests a sign-in link. The response to a sign-in link request is the same whether or not an account has
 * this email address.
 */
export const requestSignInLink = defineEndpoint({
  method: 'POST',
  path: '/api/session/link',
  summary: 'Sends an email with a single-use sign-in link.',
  tag,
  status: 202,
  body: z.strictObject({ email: emailSchema, next: RedirectPath.optional() }),
  response: z.undefined(),
})

const linkToken = z
  .string('sign_in_link_invalid')
  .min(1, 'sign_in_link_invalid')
  .max(200, 'sign_in_link_invalid')

export const getSignInLink = defineEndpoint({
  method: 'GET',
  path: '/api/session/link',
  summary: 'Returns the account of a sign-in link. Doesn’t use up the link.',
  tag,
  query: z.strictObject({ token: linkToken }),
  response: z.object({ email: z.string(), username: z.string().nullable() }),
})

export const signInWithLink = defineEndpoint({
  method: 'PUT',
  path: '/api/session/link',
  summary: 'Signs in with an emailed link, which works once, and sets the session cookie.',
  tag,
  body: z.strictObject({ token: linkToken, remember: z.boolean().default(false) }),
  response: z.object({
    me: CurrentUser.nullable(),
    password_removed: z.boolean().meta({
      description: 'Whether the password was removed because someone set it without confirming the address.',
    }),
  }),
})

const confirmationToken = z
  .string('confirmation_link_invalid')
  .min(1, 'confirmation_link_invalid')
  .max(200, 'confirmation_link_invalid')

export const getEmailConfirmation = defineEndpoint({
  method: 'GET',
  path: '/api/email-confirmation',
  summary: 'Returns the address that a confirmation link confirms. Doesn’t use up the link.',
  tag,
  query: z.strictObject({ token: confirmationToken }),
  response: z.object({
    email: z.string(),
    username: z.string().nullable(),
    asks_password: z.boolean().meta({
      description:
        'Whether confirming requires the password. True unless the account was created in this browser.',
    }),
  }),
})

/**
 * Confirming an email address requires the password, unless the request comes from the browser in which the
 * person signed up (identified by a cookie). A `new_password` replaces the old password and revokes all
 * passkeys, second factors and sessions of the account.
 */
export const confirmEmail = defineEndpoint({
  method: 'POST',
  path: '/api/email-confirmation',
  summary: 'Confirms an email address with the emailed link, which works once, and signs in.',
  tag,
  body: z.strictObject({
    token: confirmationToken,
    password: z.string().min(1).max(1000).optional().meta({ description: 'The password chosen at sign-up.' }),
    new_password: newPasswordSchema.optional(),
  }),
  response: z.object({ me: CurrentUser.nullable() }),
})

/**
 * Access tokens are for API clients, which send them as `Authorization: Bearer …`. Clients check the access
 * token every 30 s and refresh it when it expires in 90 s or less (`authRefreshTimings` in limits.ts). A
 * refresh token works once: using it a second time revokes all tokens from the same sign-in.
 */
export const createAccessToken = defineEndpoint({
  method: 'POST',
  path: '/api/auth/token',
  summary: 'Creates a short-lived access token from a password or a refresh token.',
  tag,
  body: z.discriminatedUnion('grant_type', [
    z.strictObject({
      grant_type: z.literal('password'),
      ...credentialFields,
      code: z
        .string()
        .max(40)
        .optional()
        .meta({ description: 'A two-factor code. Required if the first attempt returns `code_needed`.' }),
    }),
    z.strictObject({
      grant_type: z.literal('refresh_token'),
      refresh_token: z.string('invalid_token').min(1, 'invalid_token').max(200, 'invalid_token'),
    }),
  ]),
  response: z.object({
    access_token: z.string(),
    token_type: z.literal('bearer'),
    expires_in: z.int().meta({ description: 'Seconds until the access token expires.' }),
    expires_at: z.iso.datetime(),
    refresh_token: z.string(),
    user: CurrentUser,
  }),
})
