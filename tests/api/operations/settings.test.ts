/* Settings that admins change while the site is running: changes, conflicts, import and the audit log. */
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { after, afterEach, before } from 'node:test'
import { sql } from 'kysely'
import { getSession } from '#contract/accounts/current-user.ts'
import {
  exportSettings,
  getSettings,
  importSettings,
  patchSettings,
  type SettingState,
} from '#contract/settings/settings-endpoints.ts'
import { getSetting } from '#server/platform/runtime-settings/runtime-settings.ts'
import { refreshSettings } from '#server/platform/runtime-settings/settings-sync.ts'
import { db } from '#server/platform/db/db.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'
import { signUpStaff } from '#tests/support/app/staff.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { countConcurrentOutcomes } from '#tests/support/async/count-concurrent-outcomes.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { runAdminCommand } from '#tests/support/processes/admin-command.ts'

let testApp: TestApp
let admin: TestUser
before(async () => {
  testApp = await startTestApp({ env: { QUOTA_GB: '7' } })
  admin = await signUpStaff(testApp, 'set_admin', 'admin')
})
after(() => testApp.close())
afterEach(async () => {
  await sql`truncate site_settings`.execute(db)
  await refreshSettings()
})

const find = ({ settings }: { settings: SettingState[] }, key: string) =>
  settings.find((setting) => setting.key === key)!
const siteOf = async () => (await testApp.anonymousUser().call(getSession, {})).site
const patch = (settings: Record<string, { value: unknown; version: number }>) =>
  admin.call(patchSettings, { body: { settings } })
const auditEntries = async () => {
  const rows = await db.selectFrom('audit_log').select('entry').orderBy('seq').execute()
  return rows.map(({ entry }) => JSON.parse(entry) as Record<string, unknown>)
}

test('a change takes effect at once, and null restores the default', async () => {
  const changed = await patch({ site_name: { value: '  Harbour\nTV ', version: 0 } })
  const { value, source, version, changed_at } = find(changed, 'site_name')
  assert.deepEqual([value, source, version], ['Harbour TV', 'database', 1])
  assert.ok(changed_at)
  assert.equal((await siteOf()).name, 'Harbour TV')
  const restored = find(await patch({ site_name: { value: null, version: 1 } }), 'site_name')
  assert.deepEqual([restored.value, restored.source, restored.version], ['Afterbell', 'default', 2])
  assert.equal((await siteOf()).name, 'Afterbell')
})

test('the audit log keeps who changed a setting, with the old and the new value', async () => {
  await patch({ site_name: { value: 'Quay TV', version: 0 } })
  await patch({
    site_name: { value: 'Pier TV', version: 1 },
    help_lines: { value: [{ text: 'Call 1' }], version: 0 },
  })
  // A value that is the same does not count as a change.
  await patch({ site_name: { value: 'Pier TV', version: 2 } })
  const entries = (await auditEntries()).filter(({ did }) => did === 'setting').slice(-3)
  assert.deepEqual(
    entries.map(({ setting, from, to }) => [setting, from, to]),
    [
      ['site_name', null, 'Quay TV'],
      ['site_name', 'Quay TV', 'Pier TV'],
      ['help_lines', null, '[{"text":"Call 1","country":null}]'],
    ],
  )
  for (const { actor } of entries) assert.notEqual(actor, 'machine')
})

test('a setting from the environment is shown as locked and cannot be changed', async () => {
  const quota = find(await admin.call(getSettings, {}), 'quota_gb')
  assert.deepEqual([quota.value, quota.source, quota.environment_variable], [7, 'environment', 'QUOTA_GB'])
  const refused = await expectApiError(
    patch({ site_name: { value: 'Locked TV', version: 0 }, quota_gb: { value: 9, version: 0 } }),
  )
  assert.match(refused, /^422 Nothing was saved \/ quota_gb: The environment variable QUOTA_GB sets this\./)
  assert.equal((await siteOf()).name, 'Afterbell', 'the other change was not saved either')
})

test('a change that is based on an old version is refused and names the setting', async () => {
  await patch({ site_name: { value: 'First TV', version: 0 } })
  const refused = await expectApiError(
    patch({ site_name: { value: 'Second TV', version: 0 }, claim_quality: { value: '8K', version: 0 } }),
  )
  assert.match(refused, /^409 .*Another admin changed site_name/)
  assert.equal((await siteOf()).name, 'First TV')
  assert.equal(find(await admin.call(getSettings, {}), 'claim_quality').value, '4K')
})

test('of ten concurrent changes of the same version, one is saved', async () => {
  const outcomes = await countConcurrentOutcomes(10, (n) =>
    patch({ site_name: { value: `Name ${n}`, version: 0 } }),
  )
  assert.deepEqual(outcomes, { done: 1, settings_changed: 9 })
})

test('an import with invalid values changes nothing and names each of them', async () => {
  const body = {
    format: 'site-settings-1' as const,
    settings: {
      site_name: 'Imported TV',
      claim_videos: -1,
      registration: 'sometimes',
      quota_gb: 3,
      colour: 'red',
      announcement: { text: 'Late', from: '2027-02-01T00:00:00Z', until: '2027-01-01T00:00:00Z' },
    },
  }
  const refused = await expectApiError(admin.call(importSettings, { body }))
  for (const line of [
    'claim_videos: Enter a whole number from 0 to 1,000,000,000.',
    'registration: Choose open, invitation or closed.',
    'quota_gb: The environment variable QUOTA_GB sets this.',
    'colour: This site has no such setting.',
    'announcement: Enter 1–300 characters',
  ])
    assert.ok(refused.includes(line), `${line} in ${refused}`)
  assert.ok(!refused.includes('site_name:'))
  assert.equal((await siteOf()).name, 'Afterbell')
  const wrong = { format: 'something-else' as never, settings: {} }
  assert.match(await expectApiError(admin.call(importSettings, { body: wrong })), /isn’t a settings file/)
})

test('an exported file restores the settings on import', async () => {
  const settings = {
    site_name: 'Exported TV',
    hold_words: 'grumble\nmutter*',
    help_lines: [{ text: 'Kids Helpline', country: 'AU' }],
    claim_zero_toxicity: false,
  }
  await patch(
    Object.fromEntries(Object.entries(settings).map(([key, value]) => [key, { value, version: 0 }])),
  )
  const file = await admin.call(exportSettings, {})
  assert.deepEqual(file, { format: 'site-settings-1', settings })
  await sql`truncate site_settings`.execute(db)
  await admin.call(importSettings, { body: file })
  assert.deepEqual(await admin.call(exportSettings, {}), file)
  assert.equal((await siteOf()).name, 'Exported TV')
})

test('an exported file leaves out settings that the environment locks, even if a value is stored', async () => {
  await sql`insert into site_settings (key, value) values ('quota_gb', '3'), ('site_name', '"Harbour TV"')`.execute(
    db,
  )
  await refreshSettings()
  assert.deepEqual((await admin.call(exportSettings, {})).settings, { site_name: 'Harbour TV' })
})

test('a change with SQL is heard through the database notification', async () => {
  await sql`insert into site_settings (key, value) values ('site_name', '"Psql TV"')`.execute(db)
  await waitUntil(() => getSetting('site_name') === 'Psql TV', 2)
})

test('values that this release does not accept are ignored', async () => {
  await sql`insert into site_settings (key, value) values
    ('site_name', '"Valid TV"'), ('claim_videos', '"many"'), ('of_a_newer_release', '1')`.execute(db)
  await waitUntil(() => getSetting('site_name') === 'Valid TV', 2)
  assert.equal(getSetting('claim_videos'), 10_000)
})

test('the command line lists, sets, unsets, exports and imports settings', async () => {
  const run = async (...args: string[]) => (await runAdminCommand(testApp, 'settings', ...args)).stdout.trim()
  assert.equal(await run('set', 'site_name', 'Shell', 'TV'), 'site_name is now "Shell TV".')
  await waitUntil(() => getSetting('site_name') === 'Shell TV', 2)
  assert.equal(await run('get', 'site_name'), 'Shell TV')
  assert.equal(await run('set', 'claim_videos', '12'), 'claim_videos is now 12.')
  assert.match(await run('list'), /^claim_videos = 12 \(database\)$/m)
  const path = join(testApp.dataDir, 'settings.json')
  await run('export', path)
  const file = JSON.parse(await readFile(path, 'utf8'))
  assert.deepEqual(file.settings, { site_name: 'Shell TV', claim_videos: 12 })
  await run('unset', 'site_name')
  await waitUntil(() => getSetting('site_name') === 'Afterbell', 2)
  await run('import', path)
  await waitUntil(() => getSetting('site_name') === 'Shell TV', 2)
  await writeFile(path, '[]')
  await assert.rejects(run('import', path), /isn’t a settings file/)
  await assert.rejects(run('set', 'claim_videos', 'many'), /claim_videos: Enter a whole number/)
  const last = (await auditEntries()).at(-1)!
  assert.deepEqual([last['did'], last['actor']], ['setting', 'machine'])
})
