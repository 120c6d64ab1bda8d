import { ECDH } from 'node:crypto'
import { sql } from 'kysely'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { optionalNotificationKinds } from '#contract/notifications.ts'
import {
  maxPushDevices,
  type PushDevice,
  type PushNotificationTypes,
  type PushSettings,
  type putPushDevice,
} from '#contract/push-notifications.ts'
import { config } from '#server/platform/config.ts'
import { db, type Tx, transaction } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { isAllowedPushEndpoint } from '#server/platform/push-services.ts'
import { enforceRateLimit } from '#server/rate-limits/activity-rate-limits.ts'
import { loadVapidKeys } from './vapid-keys.ts'

/** Returns the viewer's devices and the kinds of push notifications that the viewer gets. */
export async function loadPushSettings(viewer: Member): Promise<PushSettings> {
  const [devices, kinds] = await Promise.all([selectDevices(viewer), loadPushKinds(viewer)])
  const public_key = config.pushServices.length > 0 ? (await loadVapidKeys()).publicKey : null
  return { public_key, devices, kinds }
}

/**
 * Turns push notifications on for the browser of the viewer's session. A subscription belongs to the session,
 * so it is deleted when the person signs out, changes the password or deletes the account. If another account
 * has subscribed with the same browser, the subscription of the other account is deleted.
 */
export async function subscribeDevice(
  viewer: Member,
  { endpoint, p256dh, auth }: ParsedInputOf<typeof putPushDevice>['body'],
): Promise<PushDevice> {
  enforceRateLimit('pushDevices', viewer.id)
  if (!isAllowedPushEndpoint(endpoint, config.pushServices) || !isPublicKey(p256dh))
    throw new ApiError('push_subscription_invalid')
  const keys = { endpoint, p256dh, auth, used_at: new Date() }
  await transaction(async (tx) => {
    await lockDevices(tx, viewer)
    const session_id = viewer.session.id
    await tx
      .deleteFrom('push_subscriptions')
      .where('endpoint', '=', endpoint)
      .where('session_id', '<>', session_id)
      .execute()
    if ((await countOtherDevices(tx, viewer)) >= maxPushDevices) throw new ApiError('too_many_push_devices')
    await tx
      .insertInto('push_subscriptions')
      .values({ user_id: viewer.id, session_id, ...keys })
      .onConflict((row) => row.column('session_id').doUpdateSet(keys))
      .execute()
  })
  return (await selectDevices(viewer)).find(({ is_current }) => is_current)!
}

/** Removes one of the viewer's devices. Does nothing if the device belongs to someone else. */
export async function removeDevice(viewer: Member, id: string): Promise<undefined> {
  await db.deleteFrom('push_subscriptions').where('id', '=', id).where('user_id', '=', viewer.id).execute()
}

export async function updatePushKinds(
  viewer: Member,
  wanted: Partial<PushNotificationTypes>,
): Promise<PushNotificationTypes> {
  const named = (on: boolean) => optionalNotificationKinds.filter((kind) => wanted[kind] === on)
  const [off, on] = [named(false), named(true)]
  await transaction(async (tx) => {
    if (off.length > 0)
      await tx.deleteFrom('push_opt_ins').where('user_id', '=', viewer.id).where('kind', 'in', off).execute()
    if (on.length > 0)
      await tx
        .insertInto('push_opt_ins')
        .values(on.map((kind) => ({ user_id: viewer.id, kind })))
        .onConflict((row) => row.doNothing())
        .execute()
  })
  return loadPushKinds(viewer)
}

async function loadPushKinds(viewer: Member): Promise<PushNotificationTypes> {
  const rows = await db.selectFrom('push_opt_ins').select('kind').where('user_id', '=', viewer.id).execute()
  const on = new Set(rows.map(({ kind }) => kind))
  return Object.fromEntries(
    optionalNotificationKinds.map((kind) => [kind, on.has(kind)]),
  ) as PushNotificationTypes
}

async function selectDevices(viewer: Member): Promise<PushDevice[]> {
  const rows = await db
    .selectFrom('push_subscriptions')
    .innerJoin('sessions', 'sessions.id', 'push_subscriptions.session_id')
    .select(['push_subscriptions.id', 'sessions.user_agent as device', 'push_subscriptions.session_id'])
    .select(['push_subscriptions.created_at', 'push_subscriptions.used_at'])
    .where('push_subscriptions.user_id', '=', viewer.id)
    .where('sessions.expires_at', '>', new Date())
    .orderBy('push_subscriptions.created_at')
    .execute()
  return rows.map(({ id, device, session_id, created_at, used_at }) => ({
    id,
    device,
    is_current: session_id === viewer.session.id,
    created_at: created_at.toISOString(),
    used_at: used_at.toISOString(),
  }))
}

/**
 * Locks the account, so that concurrent requests cannot exceed the maximum number of devices. Throws if the
 * session has ended in the meantime.
 */
async function lockDevices(tx: Tx, viewer: Member): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', viewer.id).forNoKeyUpdate().execute()
  const session = await tx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', viewer.session.id)
    .forKeyShare()
    .executeTakeFirst()
  if (!session) throw new ApiError('not_signed_in')
}

async function countOtherDevices(tx: Tx, viewer: Member): Promise<number> {
  const { count } = await tx
    .selectFrom('push_subscriptions')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', viewer.id)
    .where('session_id', '<>', viewer.session.id)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Returns whether the text is a point on the P-256 curve, encoded as base64url. Push messages cannot be
 * encrypted with any other kind of key.
 */
function isPublicKey(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url')
    return true
  } catch {
    return false
  }
}
