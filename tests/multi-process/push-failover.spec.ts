/*
 * Tests push notifications with two workers, one of which is killed while it sends messages. `PUSH_ROUNDS`
 * sets the number of rounds.
 */
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { getSession } from '#contract/accounts/current-user.ts'
import { putFollow } from '#contract/people/follows.ts'
import { getPushSettings, putPushDevice, updatePushNotificationTypes } from '#contract/push-notifications.ts'
import { db } from '#server/platform/db/db.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import type { HttpTestClient } from '#tests/support/clients/http-test-client.ts'
import { TestPushService } from '#tests/support/servers/push-service.ts'
import { type ClusterTestSite, startClusterTestSite } from './cluster-test-site.ts'

const rounds = Number(process.env['PUSH_ROUNDS'] ?? 2)
const membersPerRound = 12

let site: ClusterTestSite
let service: TestPushService
before(async () => {
  service = await new TestPushService().start()
  site = await startClusterTestSite({ files: 'folder', env: { PUSH_SERVICES: service.url } })
})
after(async () => {
  await site.close()
  await service.close()
  assert.deepEqual(service.failures, [])
})

/** A member whose browser gets push notifications about new followers. */
async function signUpWithDevice(): Promise<{ id: string; client: HttpTestClient; endpoint: string }> {
  const client = await site.signUpMember()
  const { public_key } = await client.call(getPushSettings, {})
  const browser = service.subscribe(public_key!)
  await client.call(putPushDevice, { body: browser })
  await client.call(updatePushNotificationTypes, { body: { new_follower: true } })
  const { me } = await client.call(getSession, {})
  return { id: me!.id, client, endpoint: browser.endpoint }
}

test('every browser shows each notification exactly once, even if a worker is killed', async () => {
  const fan = await site.signUpMember()
  for (let round = 0; round < rounds; round += 1) {
    const members = []
    for (let n = 0; n < membersPerRound; n += 1) members.push(await signUpWithDevice())
    const [first, ...others] = members
    const isHeld = ({ endpoint }: { endpoint: string }) =>
      service.held.some(({ push }) => push.endpoint === endpoint)
    const follow = ({ id }: { id: string }) => fan.call(putFollow, { params: { id } })
    service.answer = () => 'hold'
    // One worker waits for the response to the first message, so the other worker sends the next messages.
    await follow(first!)
    await waitUntil(() => isHeld(first!), 30)
    await Promise.all(others.map(follow))
    await waitUntil(() => others.some(isHeld), 30)
    const victim = site.workers[round % 2]!
    await victim.kill()
    service.release()
    const startedAt = Date.now()
    await waitUntil(areAllDelivered, 150)
    console.log(
      `push failover: everything sent ${((Date.now() - startedAt) / 1000).toFixed(1)} s after the kill`,
    )
    for (const { endpoint } of members) {
      const pushes = service.received.filter((push) => push.endpoint === endpoint)
      // The messages of the killed worker are sent again with their original topic and ID, so the push
      // service and the browser replace the first copy.
      const shown = new Set(pushes.map(({ message, headers }) => `${message.id} ${headers.topic}`))
      assert.equal(shown.size, 1)
      assert.ok(pushes.length <= 2, `${pushes.length} messages`)
    }
    await site.restart(victim)
  }
  const { rows } = await sql`select from push_deliveries`.execute(db)
  assert.equal(rows.length, rounds * membersPerRound)
})

async function areAllDelivered(): Promise<boolean> {
  const { rows } = await sql<{ open: number }>`select
    (select count(*) from push_deliveries where ended_at is null)::int
    + (select count(*) from pgboss.job where name in ('push-notification', 'create-notifications') and state < 'completed')::int as open`.execute(
    db,
  )
  return rows[0]!.open === 0
}
