import type { invitationStates } from '#contract/invitations/invitations.ts'

interface InvitationRow {
  expires_at: Date
  revoked_at: Date | null
  uses: number
  max_uses: number
}

/** Returns whether an invitation can be used now, and if not, why. */
export function getInvitationState(row: InvitationRow, now = new Date()): (typeof invitationStates)[number] {
  if (row.revoked_at) return 'revoked'
  if (row.uses >= row.max_uses) return 'used_up'
  return row.expires_at <= now ? 'expired' : 'active'
}
