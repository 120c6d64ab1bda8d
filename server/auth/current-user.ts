import type { z } from 'zod'
import { mayBroadcastAtAge } from '#contract/broadcasts/broadcast-limits.ts'
import type { CurrentUser, AccountRestriction } from '#contract/accounts/current-user.ts'
import type { ModerationAction } from '#contract/moderation/moderation-policy.ts'
import { config } from '#server/platform/config.ts'
import { db } from '#server/platform/db/db.ts'
import type { Member, Viewer } from '#server/platform/http/viewer.ts'
import { hasRecentSignIn } from './reauthentication.ts'

/** Returns the signed-in person's own data, or null for anonymous visitors. */
export async function loadCurrentUser(viewer: Viewer): Promise<z.output<typeof CurrentUser> | null> {
  if (viewer.kind === 'anonymous') return null
  const row = await db
    .selectFrom('profiles')
    .innerJoin('private_details', 'private_details.user_id', 'profiles.user_id')
    .selectAll('profiles')
    .select(['private_details.full_name', 'private_details.display_name as own_name'])
    .where('profiles.user_id', '=', viewer.id)
    .executeTakeFirstOrThrow()
  return {
    id: viewer.id,
    email: viewer.email,
    email_confirmed: viewer.emailVerified,
    username: row.username,
    display_name: row.own_name || row.display_name || row.username,
    avatar_url: row.avatar_url,
    full_name: row.full_name,
    display_name_mode: row.display_name_mode,
    is_minor: row.is_minor,
    is_private: row.is_private,
    role: viewer.pendingRole ?? viewer.role,
    choose_username: row.has_generated_username,
    is_grown: viewer.hasAgedOut,
    leaving_at: row.deletion_scheduled_at?.toISOString() ?? null,
    recent_sign_in: hasRecentSignIn(viewer),
    suspended: viewer.isSuspended ? await loadAccountRestriction(viewer.id, ['suspend', 'ban']) : null,
    comments_muted: isInFuture(row.comments_muted_until)
      ? await loadAccountRestriction(viewer.id, ['mute_comments'])
      : null,
    ...(viewer.pendingRole && { needs_second_factor: true as const }),
    ...(mayBroadcast(viewer) && { may_broadcast: true as const }),
  }
}

function mayBroadcast({ band, isSuspended }: Member): boolean {
  return config.live && !isSuspended && mayBroadcastAtAge(band, config.safetyPreset)
}

function isInFuture(until: Date | null): boolean {
  return until !== null && until.getTime() > Date.now()
}

/**
 * Returns the account's current restriction, or the one that ends last if there are several. A ban never ends
 * and therefore has no end date.
 */
async function loadAccountRestriction(
  userId: string,
  actions: ModerationAction[],
): Promise<AccountRestriction> {
  const decision = await db
    .selectFrom('decisions')
    .select(['id', 'until'])
    .where('user_id', '=', userId)
    .where('action', 'in', actions)
    .where('reversed_at', 'is', null)
    .orderBy('until', (order) => order.desc().nullsFirst())
    .limit(1)
    .executeTakeFirst()
  return { until: decision?.until?.toISOString() ?? null, statement_id: decision?.id ?? null }
}
