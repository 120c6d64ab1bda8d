import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'node:test'
import pg from 'pg'
import { readMigrations, applyMigration } from '#server/platform/db/migrate.ts'
import { prepareSchema } from '#server/platform/db/schema-prerequisites.ts'
import { readBackupManifest } from '#server/operations/backup/backup-manifest.ts'
import { createEmptyDatabase } from '#tests/support/postgres/test-database.ts'
import { queryOnNewConnection } from '#tests/support/postgres/direct-connections.ts'
import { spawnAdminCommand } from '#tests/support/processes/admin-command.ts'
import { createTestEnvironment } from '#tests/support/app/test-app.ts'

test('restoring a backup from the previous release renames its tables and columns', async () => {
  const { database, dataDir } = await createTestEnvironment()
  const old = await createEmptyDatabase()
  const client = new pg.Client({ connectionString: old.url })
  await client.connect()
  await prepareSchema(client)
  for (const migration of await readMigrations())
    if (migration.name < '0058') await applyMigration(client, migration)
  await client.query(`
    insert into users (email) values ('early@example.org');
    insert into private_details (user_id, full_name, age, terms_version) select id, 'Eve', 16, '1' from users;
    insert into profiles (user_id, username, username_is_made_up, leaving_at) select id, 'early', true, '2026-03-01' from users;
    insert into guesses values ('hash', array['2026-03-01'::timestamptz], '2126-03-01');
    insert into watch_days values ((select id from users), '2026-03-01', 7, '2026-03-01', array[gen_random_uuid()]);
    insert into notification_switches select id, 'like' from users`)
  await client.end()
  const backup = await spawnAdminCommand({ databaseUrl: old.url, dataDir }, [
    'backup',
    join(dataDir, 'backups'),
  ])
  assert.equal(backup.code, 0, backup.output)
  const restore = await spawnAdminCommand({ databaseUrl: database.url, dataDir }, [
    'restore',
    backup.output.split('\n')[0]!,
  ])
  assert.match(restore.output, /Restored\.\nNo problems found: 1 people/)
  const rows = await queryOnNewConnection(
    database.url,
    `select rate_limits.key, seconds, kind, has_generated_username, deletion_scheduled_at = '2026-03-01' as is_scheduled
     from rate_limits, daily_watch_time, notification_opt_outs, profiles`,
  )
  assert.deepEqual(rows, [
    { key: 'hash', seconds: 7, kind: 'like', has_generated_username: true, is_scheduled: true },
  ])
  // A backup of the restored site contains the renamed tables, but not the views with the old table names.
  const second = await spawnAdminCommand({ databaseUrl: database.url, dataDir }, [
    'backup',
    join(dataDir, 'backups'),
  ])
  const { tables } = await readBackupManifest(second.output.split('\n')[0]!)
  const names = tables.map(({ name }) => name)
  assert.ok(names.includes('rate_limits') && !names.includes('guesses'), names.join())
  await Promise.all([database.drop(), old.drop()])
  await rm(dataDir, { recursive: true })
})
