import { z } from 'zod'
import { whenAdsOn } from './ads.ts'
import { endpoint } from './endpoint.ts'
import { Id, Timestamp } from './ids.ts'
import { passwordMax, passwordMinChange, passwordMinSignup, usernamePattern } from './limits.ts'
import { asciiAddress, isPlainPath, longestPath } from './page-path.ts'
import { advise, PlainText } from './text.ts'

const tag = 'Accounts'

/** What a decision keeps somebody from, until when (null: a ban), and where it says why. */
const Restricted = z.object({ until: Timestamp.nullable(), statement_id: Id.nullable() })
export type Restricted = z.output<typeof Restricted>

/** The signed-in person, for their own eyes only. */
export const Me = z.object({
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
  suspended: Restricted.nullable().meta({ description: 'can read, appeal, export and leave, but not act' }),
  comments_muted: Restricted.nullable().meta({ description: 'can’t comment for a while' }),
})
export type Me = z.output<typeof Me>

/** The public constants a page needs; the same for everybody. */
export const Site = z.object({
  name: z.string(),
  url: z.string(),
  contact: z.string(),
  ads: z.literal(true).optional().meta(whenAdsOn),
  social: z.object({ google: z.boolean(), apple: z.boolean() }),
  mail: z.enum(['smtp', 'local']),
  min_age: z.int().meta({ description: 'the youngest age that may join here today' }),
})
export type Site = z.output<typeof Site>

export const getSession = endpoint({
  method: 'GET',
  path: '/api/session',
  summary: 'Who is signed in (null when nobody is), and the site’s public constants',
  tag,
  answer: z.object({
    me: Me.nullable(),
    expires_at: z.iso.datetime().nullable().meta({ description: 'when the session ends if nobody uses it' }),
    site: Site,
    unfinished: z
      .boolean()
      .meta({ description: 'signed in by a provider, but age, username and terms are missing' }),
  }),
})

export const email = z
  .string('email_invalid')
  .trim()
  .toLowerCase()
  .max(254, 'email_invalid')
  .pipe(z.email('email_invalid'))

export const displayNameModes = ['full_name', 'username'] as const

const Joining = z.strictObject({
  full_name: PlainText.refine((name) => name.length > 0 && name.length <= 100, 'full_name_required'),
  first_name: PlainText.refine((name) => name.length <= 60, 'full_name_required').optional(),
  email,
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
  advise,
})

export const signUp = endpoint({
  method: 'POST',
  path: '/api/accounts',
  summary: 'Joins',
  tag,
  status: 201,
  body: Joining,
  answer: z.object({
    signed_in: z.boolean(),
    /** Which of the three 'Account created' texts to show. */
    shown_as: z.enum(['minor_username', 'adult_username', 'adult_full_name']),
  }),
})

/** Asked by the form on its own, so that the answer stands beside whatever else is wrong with it. */
export const declareAge = endpoint({
  method: 'POST',
  path: '/api/age',
  summary: 'Whether somebody of this age may join here',
  tag,
  status: 204,
  body: z.strictObject({ age: z.int('age_restriction').nullable().meta({ description: 'null: not said' }) }),
  answer: z.undefined(),
})

/** Who came with somebody else's account has a session, but is nobody here until age, username and terms are there (ruling 11). */
export const finishAccount = endpoint({
  method: 'PUT',
  path: '/api/account',
  summary: 'Completes an account that began with Google or Apple',
  tag,
  status: 204,
  body: Joining.omit({ email: true, password: true }),
  answer: z.undefined(),
})

export const credentials = {
  email: z.string('sign_in_failed').trim().toLowerCase().min(1, 'sign_in_failed').max(254, 'sign_in_failed'),
  password: z.string('sign_in_failed').min(1, 'sign_in_failed').max(1000, 'sign_in_failed'),
}

export const signIn = endpoint({
  method: 'POST',
  path: '/api/session',
  summary: 'Signs in; sets the session cookie',
  tag,
  body: z.strictObject({ ...credentials, remember: z.boolean().default(false) }),
  answer: z.object({ me: Me }),
})

export const checkUsername = endpoint({
  method: 'GET',
  path: '/api/usernames/{username}',
  summary: 'Whether a username is still to be had',
  tag,
  params: z.object({ username: z.string().regex(usernamePattern, 'username_invalid') }),
  answer: z.object({ available: z.boolean() }),
})

export const signOut = endpoint({
  method: 'DELETE',
  path: '/api/session',
  summary: 'Signs out here',
  tag,
  status: 204,
  answer: z.undefined(),
})

/** Answers the same whether or not the address is known. */
export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/password/forgot',
  summary: 'Mails a link for a new password',
  tag,
  status: 202,
  body: z.strictObject({ email }),
  answer: z.undefined(),
})

export const newPassword = z
  .string('password_too_short')
  .min(passwordMinChange, 'password_too_short')
  .max(passwordMax, 'password_too_long')

const resetToken = z.string('reset_link_invalid').min(1, 'reset_link_invalid').max(200, 'reset_link_invalid')

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/password/reset',
  summary: 'Sets a new password with the mailed token; ends all sessions and, unless they are kept, passkeys',
  tag,
  status: 204,
  body: z.strictObject({
    token: resetToken,
    password: newPassword,
    keep_passkeys: z
      .boolean()
      .default(false)
      .meta({ description: 'only for an address that was confirmed before' }),
  }),
  answer: z.undefined(),
})

export const getPasswordReset = endpoint({
  method: 'GET',
  path: '/api/password/reset',
  summary: 'What else opens the account of a mailed reset link; reading it changes nothing',
  tag,
  query: z.strictObject({ token: resetToken }),
  answer: z.object({
    passkeys: z.int().meta({ description: 'how many the account has, if they can be kept' }),
    second_factor: z.boolean().meta({ description: 'signing in goes on asking for a code' }),
  }),
})

export const changePassword = endpoint({
  method: 'PUT',
  path: '/api/password',
  summary: 'Changes one’s own password; ends the other sessions',
  tag,
  status: 204,
  body: z.strictObject({ password: newPassword, current_password: z.string().max(1000).optional() }),
  answer: z.undefined(),
})

/** Where to go when signed in: a page of this site, nothing else (`//evil` and `/\\evil` are other sites to a browser). */
export const PagePath = z
  .string()
  .max(longestPath)
  .regex(/^\/[A-Za-z0-9][^\\\s]*$/)
  .refine(isPlainPath, 'must be a page of this site')
  .overwrite(asciiAddress)

export const socialProviders = ['google', 'apple'] as const

export const signInSocial = endpoint({
  method: 'POST',
  path: '/api/session/{provider}',
  summary: 'Begins signing in with Google or Apple, where configured',
  tag,
  params: z.object({ provider: z.enum(socialProviders, 'not_found') }),
  query: z.strictObject({ next: PagePath.default('/dashboard') }),
  answer: z.object({ url: z.string() }),
})

export const listLetters = endpoint({
  method: 'GET',
  path: '/api/dev/mail',
  summary:
    'Letters kept here because no mail server is configured; only on the loopback interface, with the key that is printed at the start',
  tag,
  query: z.strictObject({
    key: z.string().max(100).optional().meta({ description: 'remembered by a cookie afterwards' }),
  }),
  answer: z.object({
    letters: z.array(
      z.object({ id: z.string(), at: z.string(), to: z.string(), subject: z.string(), text: z.string() }),
    ),
  }),
})
