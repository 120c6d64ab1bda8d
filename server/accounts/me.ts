import type { z } from 'zod'
import type { Me, Restricted, Site } from '#contract/accounts.ts'
import type { Action } from '#contract/moderation.ts'
import { config } from '../platform/config.ts'
import { db } from '../platform/db/db.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import { minimumAgeHere } from './declared-age.ts'
import { isFresh } from './proof.ts'

/** The signed-in person, for their own eyes; null for nobody. */
export async function me(viewer: Viewer): Promise<z.output<typeof Me> | null> {
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
    role: viewer.role,
    choose_username: row.username_is_made_up,
    is_grown: viewer.isGrown,
    leaving_at: row.leaving_at?.toISOString() ?? null,
    recent_sign_in: isFresh(viewer),
    suspended: viewer.isSuspended ? await restricted(viewer.id, ['suspend', 'ban']) : null,
    comments_muted: isFuture(row.comments_muted_until)
      ? await restricted(viewer.id, ['mute_comments'])
      : null,
  }
}

function isFuture(until: Date | null): boolean {
  return until !== null && until.getTime() > Date.now()
}

/** The decision that lasts longest of those that stand. A ban has no end. */
async function restricted(userId: string, actions: Action[]): Promise<Restricted> {
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

/** What every page may know about this installation. */
export function site(): z.output<typeof Site> {
  return {
    name: config.siteName,
    url: config.publicUrl,
    contact: config.contactEmail,
    ...(config.ads && { ads: true as const }),
    social: { google: config.social.google !== undefined, apple: config.social.apple !== undefined },
    mail: config.smtpUrl ? 'smtp' : 'local',
    min_age: minimumAgeHere(),
  }
}
