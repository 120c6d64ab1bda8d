import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { passwordMaxLength, passwordMinLengthAtSignUp, usernamePattern } from '../limits.ts'
import { percentEncodeNonAscii, isSafeRedirectPath, redirectPathMaxLength } from './redirect-path.ts'
import { personalDetailsWarningField, PlainText } from '../user-text.ts'
import { InvitationToken } from '../invitations/invitations.ts'
import { CurrentUser } from './current-user.ts'

const tag = 'Accounts'

export const emailSchema = z
  .string('email_invalid')
  .trim()
  .toLowerCase()
  .max(254, 'email_invalid')
  .pipe(z.email('email_invalid'))

export const displayNameModes = ['full_name', 'username'] as const

const SignUpFields = z.strictObject({
  full_name: PlainText.refine((name) => name.length > 0 && name.length <= 100, 'full_name_required'),
  first_name: PlainText.refine((name) => name.length <= 60, 'full_name_required').optional(),
  email: emailSchema,
  /**
   * The sign-up endpoint, not this schema, checks the minimum age, because the server may have to remember
   * that it refused a sign-up.
   */
  age: z.int('age_restriction'),
  username: z.string('username_invalid').trim().regex(usernamePattern, 'username_invalid'),
  password: z
    .string('password_too_short_signup')
    .min(passwordMinLengthAtSignUp, 'password_too_short_signup')
    .max(passwordMaxLength, 'password_too_long'),
  display_name_mode: z.enum(displayNameModes).default('username'),
  terms: z.literal(true, 'terms_required'),
  marketing: z.boolean().default(false),
  advise: personalDetailsWarningField,
  invitation: InvitationToken.optional().meta({
    description: 'The token of the invitation link, if people join this site by invitation.',
  }),
})

export const signUp = defineEndpoint({
  method: 'POST',
  path: '/api/accounts',
  summary: 'Creates an account.',
  tag,
  status: 201,
  body: SignUpFields,
  response: z.object({
    signed_in: z.boolean(),
    /** Tells the client which of the three "Account created" messages to display. */
    shown_as: z.enum(['minor_username', 'adult_username', 'adult_full_name']),
  }),
})

/**
 * The sign-up form checks the age with a separate request, so the result can appear next to other validation
 * errors.
 */
export const checkAgeEligibility = defineEndpoint({
  method: 'POST',
  path: '/api/age',
  summary: 'Checks whether people of this age may join.',
  tag,
  status: 204,
  body: z.strictObject({
    age: z.int('age_restriction').nullable().meta({ description: 'Null if not given.' }),
  }),
  response: z.undefined(),
})

/**
 * After signing in with a provider, a person has a session but no account. The account is created when
 * the person has entered an age and a username and has accepted the terms.
 */
export const completeSocialSignUp = defineEndpoint({
  method: 'PUT',
  path: '/api/account',
  summary: 'Completes an account that was started with a sign-in provider.',
  tag,
  status: 204,
  body: SignUpFields.omit({ email: true, password: true, invitation: true }),
  response: z.undefined(),
})

export const credentialFields = {
  email: z.string('sign_in_failed').trim().toLowerCase().min(1, 'sign_in_failed').max(254, 'sign_in_failed'),
  password: z.string('sign_in_failed').min(1, 'sign_in_failed').max(1000, 'sign_in_failed'),
}

export const signIn = defineEndpoint({
  method: 'POST',
  path: '/api/session',
  summary: 'Signs in with a password and sets the session cookie.',
  tag,
  body: z.strictObject({ ...credentialFields, remember: z.boolean().default(false) }),
  response: z.object({ me: CurrentUser }),
})

export const checkUsername = defineEndpoint({
  method: 'GET',
  path: '/api/usernames/{username}',
  summary: 'Returns whether a username is available.',
  tag,
  params: z.object({ username: z.string().regex(usernamePattern, 'username_invalid') }),
  response: z.object({ available: z.boolean() }),
})

export const signOut = defineEndpoint({
  method: 'DELETE',
  path: '/api/session',
  summary: 'Signs out of the current session.',
  tag,
  status: 204,
  response: z.undefined(),
})

/**
 * The path to redirect to after sign-in. The redirect path must lead to a page of this site. Paths such as
 * `//evil` and `/\evil` are rejected, because browsers treat them as URLs of other sites.
 */
export const RedirectPath = z
  .string()
  .max(redirectPathMaxLength)
  .regex(/^\/[A-Za-z0-9][^\\\s]*$/)
  .refine(isSafeRedirectPath, 'must be a page of this site')
  .overwrite(percentEncodeNonAscii)

export const socialProviders = ['google', 'apple'] as const

/** The id of a sign-in provider: `google`, `apple`, or an id that the operator has chosen. */
export const ProviderId = z.string().regex(/^[a-z][a-z0-9]{0,19}$/, 'not_found')

export const signInWithProvider = defineEndpoint({
  method: 'POST',
  path: '/api/session/{provider}',
  summary: 'Starts signing in with Google, Apple or another provider, if configured.',
  tag,
  params: z.object({ provider: ProviderId }),
  query: z.strictObject({
    next: RedirectPath.default('/dashboard'),
    invitation: InvitationToken.optional().meta({
      description: 'The token of the invitation link, for people who join with it.',
    }),
  }),
  response: z.object({ url: z.string() }),
})

export const listDevMailboxEmails = defineEndpoint({
  method: 'GET',
  path: '/api/dev/mail',
  summary:
    'Lists emails stored locally because no mail server is configured. Available only on the loopback interface, with the key printed at startup.',
  tag,
  query: z.strictObject({
    key: z
      .string()
      .max(100)
      .optional()
      .meta({ description: 'The key printed at startup. A cookie remembers it afterwards.' }),
  }),
  response: z.object({
    letters: z.array(
      z.object({ id: z.string(), at: z.string(), to: z.string(), subject: z.string(), text: z.string() }),
    ),
  }),
})
