import { z } from 'zod'
import { whenAdsOn } from '../content/ads.ts'
import { defineEndpoint } from '../endpoint.ts'
import { Id, Timestamp } from '../scalars.ts'
import { passwordMax, passwordMinChange, passwordMinSignup, usernamePattern } from '../limits.ts'
import { percentEncodeNonAscii, isSafeRedirectPath, redirectPathMax } from './redirect-path.ts'
import { warnIdentifyingUsernameField, PlainText } from '../user-text.ts'

const tag = 'Accounts'

/** What a decision keeps somebody from, until when (null: a ban), and where it says why. */
const AccountRestriction = z.object({ until: Timestamp.nullable(), statement_id: Id.nullable() })
export type AccountRestriction = z.output<typeof AccountRestriction>

/** The signed-in person, for their own eyes only. */
export const CurrentUser = z.object({
  id: Id,
  email: z.string(),
  email_confirmed: z.boolean(),
  username: z.string(),
  display_name: z.string(),
  avatar_url: z.string().nullable(),
  full_name: z.string(),
  display_name_mode: z.enum(['full_name', 'username']),
  is_minor: z.boolean(),
  is_private: z.boolean(),
  role: z.enum(['user', 'moderator', 'safety_lead', 'admin']),
  choose_username: z.boolean().meta({ description: 'the handle was made up and should be chosen' }),
  is_grown: z.boolean().meta({ description: '20 or older: can read, take their data along and leave' }),
  leaving_at: Timestamp.nullable().meta({ description: 'when the deletion of the account was booked' }),
  recent_sign_in: z.boolean().meta({ description: 'within 15 minutes: no password is asked again' }),
  suspended: AccountRestriction.nullable().meta({
    description: 'can read, appeal, export and leave, but not act',
  }),
  comments_muted: AccountRestriction.nullable().meta({ description: 'can’t comment for a while' }),
})
export type CurrentUser = z.output<typeof CurrentUser>

/** The public constants a page needs; the same for everybody. */
export const SiteInfo = z.object({
  name: z.string(),
  url: z.string(),
  contact: z.string(),
  ads: z.literal(true).optional().meta(whenAdsOn),
  social: z.object({ google: z.boolean(), apple: z.boolean() }),
  mail: z.enum(['smtp', 'local']),
  min_age: z.int().meta({ description: 'the youngest age that may join here today' }),
})
export type SiteInfo = z.output<typeof SiteInfo>

export const getSession = defineEndpoint({
  method: 'GET',
  path: '/api/session',
  summary: 'Who is signed in (null when nobody is), and the site’s public constants',
  tag,
  response: z.object({
    me: CurrentUser.nullable(),
    expires_at: z.iso.datetime().nullable().meta({ description: 'when the session ends if nobody uses it' }),
    site: SiteInfo,
    unfinished: z
      .boolean()
      .meta({ description: 'signed in by a provider, but age, username and terms are missing' }),
  }),
})

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
  /** Whether it may join is for the server to say: it may have to keep the answer. */
  age: z.int('age_restriction'),
  username: z.string('username_invalid').trim().regex(usernamePattern, 'username_invalid'),
  password: z
    .string('password_too_short_signup')
    .min(passwordMinSignup, 'password_too_short_signup')
    .max(passwordMax, 'password_too_long'),
  display_name_mode: z.enum(displayNameModes).default('username'),
  terms: z.literal(true, 'terms_required'),
  marketing: z.boolean().default(false),
  advise: warnIdentifyingUsernameField,
})

export const signUp = defineEndpoint({
  method: 'POST',
  path: '/api/accounts',
  summary: 'Joins',
  tag,
  status: 201,
  body: SignUpFields,
  response: z.object({
    signed_in: z.boolean(),
    /** Which of the three 'Account created' texts to show. */
    shown_as: z.enum(['minor_username', 'adult_username', 'adult_full_name']),
  }),
})

/** Asked by the form on its own, so that the answer stands beside whatever else is wrong with it. */
export const declareAge = defineEndpoint({
  method: 'POST',
  path: '/api/age',
  summary: 'Whether somebody of this age may join here',
  tag,
  status: 204,
  body: z.strictObject({ age: z.int('age_restriction').nullable().meta({ description: 'null: not said' }) }),
  response: z.undefined(),
})

/** Who came with somebody else's account has a session, but is nobody here until age, username and terms are there (ruling 11). */
export const completeSocialSignUp = defineEndpoint({
  method: 'PUT',
  path: '/api/account',
  summary: 'Completes an account that began with Google or Apple',
  tag,
  status: 204,
  body: SignUpFields.omit({ email: true, password: true }),
  response: z.undefined(),
})

export const credentialFields = {
  email: z.string('sign_in_failed').trim().toLowerCase().min(1, 'sign_in_failed').max(254, 'sign_in_failed'),
  password: z.string('sign_in_failed').min(1, 'sign_in_failed').max(1000, 'sign_in_failed'),
}

export const signIn = defineEndpoint({
  method: 'POST',
  path: '/api/session',
  summary: 'Signs in; sets the session cookie',
  tag,
  body: z.strictObject({ ...credentialFields, remember: z.boolean().default(false) }),
  response: z.object({ me: CurrentUser }),
})

export const checkUsername = defineEndpoint({
  method: 'GET',
  path: '/api/usernames/{username}',
  summary: 'Whether a username is still to be had',
  tag,
  params: z.object({ username: z.string().regex(usernamePattern, 'username_invalid') }),
  response: z.object({ available: z.boolean() }),
})

export const signOut = defineEndpoint({
  method: 'DELETE',
  path: '/api/session',
  summary: 'Signs out here',
  tag,
  status: 204,
  response: z.undefined(),
})

/** Answers the same whether or not the address is known. */
export const forgotPassword = defineEndpoint({
  method: 'POST',
  path: '/api/password/forgot',
  summary: 'Mails a link for a new password',
  tag,
  status: 202,
  body: z.strictObject({ email: emailSchema }),
  response: z.undefined(),
})

export const newPasswordSchema = z
  .string('password_too_short')
  .min(passwordMinChange, 'password_too_short')
  .max(passwordMax, 'password_too_long')

const resetToken = z.string('reset_link_invalid').min(1, 'reset_link_invalid').max(200, 'reset_link_invalid')

export const resetPassword = defineEndpoint({
  method: 'POST',
  path: '/api/password/reset',
  summary: 'Sets a new password with the mailed token; ends all sessions and, unless they are kept, passkeys',
  tag,
  status: 204,
  body: z.strictObject({
    token: resetToken,
    password: newPasswordSchema,
    keep_passkeys: z
      .boolean()
      .default(false)
      .meta({ description: 'only for an address that was confirmed before' }),
  }),
  response: z.undefined(),
})

export const getPasswordReset = defineEndpoint({
  method: 'GET',
  path: '/api/password/reset',
  summary: 'What else opens the account of a mailed reset link; reading it changes nothing',
  tag,
  query: z.strictObject({ token: resetToken }),
  response: z.object({
    passkeys: z.int().meta({ description: 'how many the account has, if they can be kept' }),
    second_factor: z.boolean().meta({ description: 'signing in goes on asking for a code' }),
  }),
})

export const changePassword = defineEndpoint({
  method: 'PUT',
  path: '/api/password',
  summary: 'Changes one’s own password; ends the other sessions',
  tag,
  status: 204,
  body: z.strictObject({ password: newPasswordSchema, current_password: z.string().max(1000).optional() }),
  response: z.undefined(),
})

/** Where to go when signed in: a page of this site, nothing else (`//evil` and `/\\evil` are other sites to a browser). */
export const RedirectPath = z
  .string()
  .max(redirectPathMax)
  .regex(/^\/[A-Za-z0-9][^\\\s]*$/)
  .refine(isSafeRedirectPath, 'must be a page of this site')
  .overwrite(percentEncodeNonAscii)

export const socialProviders = ['google', 'apple'] as const

export const signInWithProvider = defineEndpoint({
  method: 'POST',
  path: '/api/session/{provider}',
  summary: 'Begins signing in with Google or Apple, where configured',
  tag,
  params: z.object({ provider: z.enum(socialProviders, 'not_found') }),
  query: z.strictObject({ next: RedirectPath.default('/dashboard') }),
  response: z.object({ url: z.string() }),
})

export const listLocalEmails = defineEndpoint({
  method: 'GET',
  path: '/api/dev/mail',
  summary:
    'Letters kept here because no mail server is configured; only on the loopback interface, with the key that is printed at the start',
  tag,
  query: z.strictObject({
    key: z.string().max(100).optional().meta({ description: 'remembered by a cookie afterwards' }),
  }),
  response: z.object({
    letters: z.array(
      z.object({ id: z.string(), at: z.string(), to: z.string(), subject: z.string(), text: z.string() }),
    ),
  }),
})
