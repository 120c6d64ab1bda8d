import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { CaseDecision } from '#contract/moderation/case-decision.ts'
import { decisionFactsMaxLength, staffRoles } from '#contract/moderation/moderation-policy.ts'
import { reportReasonNames } from '#contract/moderation/report-reasons.ts'
import { ageBands } from '#contract/safety/safety-defaults.ts'
import { Id, Timestamp } from '#contract/scalars.ts'
import { maxCodePointsPerGrapheme, textSchema } from '#contract/user-text.ts'

const tag = 'Admin'
const UserId = z.object({ id: Id })

export const userRoles = ['user', ...staffRoles] as const
export const UserRole = z.enum(userRoles)
export type UserRole = z.output<typeof UserRole>

export const accountStates = ['active', 'suspended', 'banned', 'leaving'] as const
export type AccountState = (typeof accountStates)[number]

/** A person in a list of search results. The email address is shown only on the person’s page. */
export const PersonResult = z.object({
  id: Id,
  username: z.string(),
  display_name: z.string(),
  role: UserRole,
  state: z.enum(accountStates),
  joined_at: Timestamp,
})
export type PersonResult = z.output<typeof PersonResult>

export const maxPeopleResults = 20
export const peopleQueryLimits = { min: 2, max: 200 }

export const searchPeople = defineEndpoint({
  // The search is in the body, because a URL with an email address would end up in logs and in the browser's history.
  method: 'POST',
  path: '/api/admin/people/searches',
  summary:
    'Finds accounts by the start of the username, display name or email address, or by id. Each search is logged.',
  tag,
  body: z.strictObject({
    q: z
      .string()
      .trim()
      .min(peopleQueryLimits.min, 'people_query_short')
      .max(peopleQueryLimits.max, 'people_query_short'),
  }),
  response: z.object({
    items: z.array(PersonResult),
    has_more: z.boolean().meta({ description: `Whether more than ${maxPeopleResults} accounts match.` }),
  }),
})

/** What the person who views the account may do with it. */
const PersonPermissions = z.object({
  sanctions: z.array(z.enum(['suspend', 'ban', 'restore'])),
  change_role: z.boolean(),
  reset_second_factor: z.boolean(),
})

export const AdminPerson = PersonResult.extend({
  email: z.string(),
  email_confirmed: z.boolean(),
  age_band: z.enum(ageBands),
  is_private: z.boolean(),
  has_second_factor: z.boolean(),
  suspended_until: Timestamp.nullable().meta({ description: 'Null for a ban, which has no end.' }),
  comments_muted_until: Timestamp.nullable(),
  strikes: z.int().meta({ description: 'The number of active strikes.' }),
  counts: z.object({
    sessions: z.int(),
    videos: z.int(),
    comments: z.int(),
    followers: z.int(),
    following: z.int(),
    reports: z.int().meta({ description: 'Reports about the account and its content.' }),
  }),
  cases: z
    .array(z.object({ id: Id, subject: z.enum(['content', 'comment', 'profile']), opened_at: Timestamp }))
    .meta({ description: 'Open cases that you may see, newest first, at most 20.' }),
  decisions: z.array(CaseDecision).meta({ description: 'The newest 50 decisions about this account.' }),
  may: PersonPermissions,
})
export type AdminPerson = z.output<typeof AdminPerson>

export const getPerson = defineEndpoint({
  method: 'GET',
  path: '/api/admin/people/{id}',
  summary: 'Returns an account as staff may see it. Each access is logged.',
  tag,
  params: UserId,
  response: AdminPerson,
})

export const sanctions = ['suspend', 'ban', 'restore'] as const

const points = maxCodePointsPerGrapheme.compact

export const postSanction = defineEndpoint({
  method: 'POST',
  path: '/api/admin/people/{id}/sanctions',
  summary:
    'Suspends or bans an account, or ends its sanctions. The person gets a statement of reasons and can appeal. The decision is made in the case about the profile.',
  tag,
  params: UserId,
  body: z.strictObject({
    action: z.enum(sanctions),
    rule: z.enum(reportReasonNames).default('other'),
    facts: textSchema({ max: decisionFactsMaxLength, over: 'facts_too_long', points })
      .default('')
      .meta({ description: 'A plain-language explanation for the person.' }),
    days: z.int().min(1).max(365).optional().meta({ description: 'The length of a suspension. Default: 7.' }),
  }),
  response: AdminPerson,
})

export const putRole = defineEndpoint({
  method: 'PUT',
  path: '/api/admin/people/{id}/role',
  summary: 'Changes the role of an account, and ends its sessions. Admins only.',
  tag,
  params: UserId,
  body: z.strictObject({ role: UserRole }),
  response: AdminPerson,
})

export const resetSecondFactor = defineEndpoint({
  method: 'DELETE',
  path: '/api/admin/people/{id}/second-factor',
  summary:
    'Removes the second factor of a person who has lost it, and ends all sessions. Verify the person’s identity first. Admins only.',
  tag,
  params: UserId,
  response: AdminPerson,
})
