/* Settings that are changed through one process take effect in all other processes within two seconds. */
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { signUp } from '#contract/accounts/accounts.ts'
import { getSession } from '#contract/accounts/current-user.ts'
import { createInvitation } from '#contract/invitations/invitations.ts'
import { getSettings, patchSettings } from '#contract/settings/settings-endpoints.ts'
import type { SiteSettingKey } from '#contract/settings/site-settings.ts'
import { db } from '#server/platform/db/db.ts'
import { grantStaffRole } from '#tests/support/app/staff.ts'
import { countConcurrentOutcomes } from '#tests/support/async/count-concurrent-outcomes.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { HttpTestClient } from '#tests/support/clients/http-test-client.ts'
import type { ServerProcess } from '#tests/support/processes/server-process.ts'
import { cloneClientForServer, type ClusterTestSite, startClusterTestSite } from './cluster-test-site.ts'

/** The time within which all processes use a changed setting, in seconds. */
const maxDelaySeconds = 2

let site: ClusterTestSite
let admin: HttpTestClient
before(async () => {
  site = await startClusterTestSite({ files: 'folder', workers: 1 })
  admin = await site.signUpModerator()
  const { me } = await admin.call(getSession, {})
  await grantStaffRole(me!.id, 'admin')
})
after(() => site.close())

const siteNameOf = async ({ url }: ServerProcess) => {
  const session = await new HttpTestClient(url).call(getSession, {})
  return session.site.name
}
const titleOf = async ({ url }: ServerProcess) =>
  /<title>([^<]*)<\/title>/.exec(await (await fetch(`${url}/about`)).text())?.[1] ?? ''

async function change(server: ServerProcess, key: SiteSettingKey, value: unknown): Promise<void> {
  const there = cloneClientForServer(server, admin)
  const { settings } = await there.call(getSettings, {})
  const { version } = settings.find((setting) => setting.key === key)!
  await there.call(patchSettings, { body: { settings: { [key]: { value, version } } } })
}

test('both web servers and their cached pages show a new site name within two seconds', async () => {
  const [one, other] = site.webServers as [ServerProcess, ServerProcess]
  assert.match(await titleOf(other), /Afterbell/)
  const start = performance.now()
  await change(one, 'site_name', 'Harbour TV')
  assert.equal(await siteNameOf(one), 'Harbour TV', 'the process that made the change uses it at once')
  await waitUntil(async () => (await siteNameOf(other)) === 'Harbour TV', maxDelaySeconds)
  console.log(`heard by the other process after ${Math.round(performance.now() - start)} ms`)
  for (const server of [one, other]) assert.match(await titleOf(server), /Harbour TV/)
})

test('processes hear a change within two seconds without notifications', async () => {
  await sql`alter table site_settings disable trigger site_settings_announce`.execute(db)
  const start = performance.now()
  await sql`update site_settings set value = '"Quiet TV"', version = version + 1 where key = 'site_name'`.execute(
    db,
  )
  for (const server of site.webServers)
    await waitUntil(async () => (await siteNameOf(server)) === 'Quiet TV', maxDelaySeconds)
  console.log(`heard without notifications after ${Math.round(performance.now() - start)} ms`)
  for (const server of site.webServers) assert.match(await titleOf(server), /Quiet TV/)
  await sql`alter table site_settings enable trigger site_settings_announce`.execute(db)
})

test('processes whose listening connections were cut hear the next change within two seconds', async () => {
  const [one, other] = site.webServers as [ServerProcess, ServerProcess]
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query ilike 'listen%' and pid <> pg_backend_pid()`.execute(db)
  await change(one, 'site_name', 'Cut TV')
  await waitUntil(async () => (await siteNameOf(other)) === 'Cut TV', maxDelaySeconds)
})

test('an invitation for five lets exactly five of 20 people join, who use both servers', async () => {
  const [one, other] = site.webServers as [ServerProcess, ServerProcess]
  await change(one, 'registration', 'invitation')
  await waitUntil(async () => {
    const session = await new HttpTestClient(other.url).call(getSession, {})
    return session.site.registration === 'invitation'
  }, maxDelaySeconds)
  const { url } = await cloneClientForServer(one, admin).call(createInvitation, { body: { uses: 5 } })
  const invitation = new URL(url).searchParams.get('invite')!
  const outcomes = await countConcurrentOutcomes(20, (n) =>
    new HttpTestClient((n % 2 ? one : other).url).call(signUp, {
      body: {
        full_name: 'Rae Racer',
        email: `rts_race${n}@example.com`,
        age: 16,
        username: `rts_race${n}`,
        password: 'kayak-lantern-42',
        terms: true,
        invitation,
      },
    }),
  )
  assert.deepEqual(outcomes, { done: 5, invitation_used_up: 15 })
})
