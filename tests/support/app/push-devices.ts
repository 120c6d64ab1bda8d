import { sql } from 'kysely'
import { optionalNotificationKinds } from '#contract/notifications.ts'
import { getPushSettings, putPushDevice, updatePushNotificationTypes } from '#contract/push-notifications.ts'
import { db } from '#server/platform/db/db.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import type { BrowserSubscription, TestPushService } from '#tests/support/servers/push-service.ts'
import type { TestUser } from './test-app.ts'

/** Subscribes a browser to push notifications in this person's session. */
export async function addPushDevice(who: TestUser, service: TestPushService): Promise<BrowserSubscription> {
  const { public_key } = await who.call(getPushSettings, {})
  const browser = service.subscribe(public_key!)
  await who.call(putPushDevice, { body: browser })
  return browser
}

/** Turns on push notifications of the given kinds, by default all kinds. */
export const enablePushNotificationTypes = (
  who: TestUser,
  kinds: readonly string[] = optionalNotificationKinds,
) => who.call(updatePushNotificationTypes, { body: Object.fromEntries(kinds.map((kind) => [kind, true])) })

/** Waits until no job that creates or pushes notifications is ready to run. */
export async function waitForPushNotificationJobs(): Promise<void> {
  await waitUntil(async () => {
    const { rows } = await sql<{ open: number }>`select count(*)::int as open from pgboss.job
      where name in ('create-notifications', 'notify-followers', 'push-notification')
        and state < 'completed' and start_after <= now()`.execute(db)
    return rows[0]!.open === 0
  })
}

/** Runs the delayed jobs now, and waits until they have finished. */
export async function runDelayedPushJobs(): Promise<void> {
  await sql`update pgboss.job set start_after = now() where name = 'push-notification' and state = 'created'`.execute(
    db,
  )
  await waitForPushNotificationJobs()
}

/** Returns the number of seconds until each delayed job starts. */
export async function listDelayedPushJobSeconds(): Promise<number[]> {
  const { rows } = await sql<{ delay: number }>`select extract(epoch from start_after - now())::int as delay
    from pgboss.job where name = 'push-notification' and state = 'created' order by 1`.execute(db)
  return rows.map(({ delay }) => delay)
}
