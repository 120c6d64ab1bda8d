import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { Cursor, Id, Timestamp } from '../scalars.ts'
import { SingleLineText, isWithinLength } from '../user-text.ts'

const tag = 'Admin'

export const invitationLimits = { uses: 1000, days: 365, note: 100, perPage: 50 }
export const invitationDefaults = { uses: 1, days: 14 }

/** Why an invitation can no longer be used. `active` invitations can be used. */
export const invitationStates = ['active', 'expired', 'used_up', 'revoked'] as const

export const Invitation = z.object({
  id: Id,
  note: z.string().meta({ description: 'A note for staff. Invited people do not see it.' }),
  state: z.enum(invitationStates),
  uses: z.int().meta({ description: 'How many people have joined with the invitation.' }),
  max_uses: z.int(),
  created_at: Timestamp,
  created_by: z.string().nullable().meta({ description: 'The username of the staff member, if known.' }),
  expires_at: Timestamp,
  last_used_at: Timestamp.nullable(),
})
export type Invitation = z.output<typeof Invitation>

export const listInvitations = defineEndpoint({
  method: 'GET',
  path: '/api/admin/invitations',
  summary: 'Lists invitation links, newest first. Admins and safety leads only.',
  tag,
  query: z.strictObject({ cursor: Cursor.optional() }),
  response: z.object({ items: z.array(Invitation), next_cursor: Cursor.nullable() }),
})

export const createInvitation = defineEndpoint({
  method: 'POST',
  path: '/api/admin/invitations',
  summary: 'Creates an invitation link. Only this response contains the link. Admins and safety leads only.',
  tag,
  status: 201,
  body: z.strictObject({
    uses: z
      .int('invitation_invalid')
      .min(1, 'invitation_invalid')
      .max(invitationLimits.uses, 'invitation_invalid')
      .default(invitationDefaults.uses),
    days: z
      .int('invitation_invalid')
      .min(1, 'invitation_invalid')
      .max(invitationLimits.days, 'invitation_invalid')
      .default(invitationDefaults.days),
    note: SingleLineText.refine(
      (text) => isWithinLength(text, invitationLimits.note),
      'invitation_invalid',
    ).default(''),
  }),
  response: z.object({ invitation: Invitation, url: z.string() }),
})

export const revokeInvitation = defineEndpoint({
  method: 'DELETE',
  path: '/api/admin/invitations/{id}',
  summary: 'Revokes an invitation link, so nobody else can join with it. Admins and safety leads only.',
  tag,
  status: 204,
  params: z.object({ id: Id }),
  response: z.undefined(),
})

/** The secret part of an invitation link. */
export const InvitationToken = z
  .string('invitation_unknown')
  .min(1, 'invitation_unknown')
  .max(100, 'invitation_unknown')

export const checkInvitation = defineEndpoint({
  method: 'GET',
  path: '/api/invitation',
  summary: 'Checks whether an invitation link can be used. Returns an error that says why not.',
  tag: 'Accounts',
  query: z.strictObject({ token: InvitationToken }),
  response: z.object({ expires_at: Timestamp }),
})
