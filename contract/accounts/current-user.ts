import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { Id, Timestamp } from '#contract/scalars.ts'
import { SiteInfo } from '#contract/site-info.ts'

const tag = 'Accounts'

/**
 * A sanction that restricts the account. `until` is null for a permanent ban. The statement of reasons
 * explains the sanction.
 */
const AccountRestriction = z.object({ until: Timestamp.nullable(), statement_id: Id.nullable() })

export type AccountRestriction = z.output<typeof AccountRestriction>

/** The signed-in user, including private fields. Private fields are never sent to other users. */
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
  choose_username: z
    .boolean()
    .meta({ description: 'Whether the username was generated and the person should choose their own.' }),
  is_grown: z.boolean().meta({
    description:
      'Whether the person is 20 or older. They can read, export their data and delete the account.',
  }),
  leaving_at: Timestamp.nullable().meta({ description: 'When the account was scheduled for deletion.' }),
  recent_sign_in: z.boolean().meta({
    description: 'Whether the last sign-in was within 15 minutes, so that no password is required again.',
  }),
  suspended: AccountRestriction.nullable().meta({
    description:
      'A suspension. The person can read, appeal, export data and delete the account, but not post.',
  }),
  comments_muted: AccountRestriction.nullable().meta({
    description: 'A comment mute. The person can’t comment until it ends.',
  }),
  needs_second_factor: z.literal(true).optional().meta({
    description:
      'The person has a staff role, which takes effect when they have set up a second factor and signed in with it.',
  }),
  may_broadcast: z.literal(true).optional().meta({
    'x-when': 'LIVE=on',
    description: 'Whether the person is old enough to go live, and the account is not suspended.',
  }),
})

export type CurrentUser = z.output<typeof CurrentUser>

export const getSession = defineEndpoint({
  method: 'GET',
  path: '/api/session',
  summary: 'Returns the signed-in user, or null, and the public constants of the site.',
  tag,
  response: z.object({
    me: CurrentUser.nullable(),
    expires_at: z.iso.datetime().nullable().meta({ description: 'When the session ends if it isn’t used.' }),
    site: SiteInfo,
    unfinished: z.boolean().meta({
      description: 'Whether the user signed in with a provider but hasn’t completed the account yet.',
    }),
    asserted_age: z.int().nullable().meta({
      description:
        'The age that the provider has told, if the account isn’t complete yet. The user can’t change it.',
    }),
  }),
})
