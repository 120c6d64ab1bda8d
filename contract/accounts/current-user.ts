import { z } from 'zod'
import { whenAdsOn } from '#contract/content/ads.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { Id, Timestamp } from '#contract/scalars.ts'

const tag = 'Accounts'

/**
 * A sanction that restricts the account, when it ends (null: a permanent ban), and the statement of reasons
 * that explains it.
 */
const AccountRestriction = z.object({ until: Timestamp.nullable(), statement_id: Id.nullable() })

export type AccountRestriction = z.output<typeof AccountRestriction>

/** The signed-in person. Never sent to anyone else. */
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

/** The public constants a page needs; the same for every visitor. */
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
