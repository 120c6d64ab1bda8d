/*
 * Upgrades the database of every earlier release to the current schema. The site of an operator has run each release in
 * turn, so the migrations ran in the order in which the releases got them, not in the order of their numbers.
 */
import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { loadConfig } from '#server/platform/config.ts'
import { closeDatabase, db, openDatabase } from '#server/platform/db/db.ts'
import { applyMigration, migrate } from '#server/platform/db/migrate.ts'
import { prepareSchema } from '#server/platform/db/schema-prerequisites.ts'
import { createDiskStorage } from '#server/platform/storage/disk-storage.ts'
import { setStorage, storage } from '#server/platform/storage/storage.ts'
import { verifySiteIntegrity } from '#server/operations/verify/verify.ts'
import {
  copyTestDatabase,
  createEmptyDatabase,
  createTestDatabase,
  makeQueueTables,
} from '#tests/support/postgres/test-database.ts'
import { createDataDir } from '#tests/support/processes/server-process.ts'
import {
  earlyPlaybackId,
  earlySegmentBytes,
  earlySegments,
  insertEarlyRows,
} from '#tests/support/upgrades/early-rows.ts'
import { listEarlierReleases } from '#tests/support/upgrades/earlier-releases.ts'
import { readSchemaObjects } from '#tests/support/upgrades/schema-objects.ts'

const releases = await listEarlierReleases()
/** A site that has run every release so far. */
let site: Awaited<ReturnType<typeof createEmptyDatabase>>
let dataDir: string
let freshSchema: string[]

before(async () => {
  dataDir = await createDataDir()
  loadConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error' })
  setStorage(createDiskStorage(join(dataDir, 'files')))
  site = await createEmptyDatabase()
  await makeQueueTables(site.url)
  const fresh = await createTestDatabase()
  freshSchema = await withClient(fresh.url, readSchemaObjects)
  await fresh.drop()
})
after(async () => {
  await site?.drop()
  await rm(dataDir, { recursive: true })
})

test('there are earlier releases to upgrade from', () => {
  assert.ok(releases.length >= 5, `${releases.length}`)
})

for (const [nth, release] of releases.entries())
  test(`a site of release ${release.name} (${release.migrations.length} migrations) can be upgraded`, async () => {
    await withClient(site.url, async (client) => {
      await prepareSchema(client)
      const { rows } = await client.query<{ name: string }>('select name from migrations')
      const applied = new Set(rows.map(({ name }) => name))
      for (const migration of release.migrations)
        if (!applied.has(migration.name)) await applyMigration(client, migration)
      await insertEarlyRows(client, nth)
    })
    await storeFiles(nth)
    const upgraded = await copyTestDatabase(site.url)
    try {
      await migrate(upgraded.url)
      assert.deepEqual(await withClient(upgraded.url, readSchemaObjects), freshSchema)
      await checkUpgradedSite(upgraded.url, nth + 1)
    } finally {
      await upgraded.drop()
    }
  })

async function checkUpgradedSite(url: string, members: number): Promise<void> {
  openDatabase(url)
  try {
    const { findings, looked } = await verifySiteIntegrity()
    assert.deepEqual(findings, [])
    assert.deepEqual(
      [looked.people, looked.items, looked.files],
      [members, members, members * (earlySegments.length + 1)],
    )
    const items = await db
      .selectFrom('content')
      .innerJoin('profiles', 'profiles.user_id', 'content.user_id')
      .select([
        'title',
        'likes_count',
        'comments_count',
        'publication_state',
        'comment_mode',
        'has_generated_username',
      ])
      .where(sql<boolean>`search @@ to_tsquery('simple', 'harbour')`)
      .execute()
    assert.equal(items.length, members, 'search finds every video')
    for (const item of items)
      assert.deepEqual(item, {
        title: 'Harbour lights',
        likes_count: 1,
        comments_count: 1,
        publication_state: 'published',
        comment_mode: 'everyone',
        has_generated_username: false,
      })
  } finally {
    await closeDatabase()
  }
}

/** Stores the files of the video that `insertEarlyRows` has created. */
async function storeFiles(nth: number): Promise<void> {
  const folder = `media/${earlyPlaybackId(nth)}/0/240p`
  const lines = ['#EXTM3U', ...earlySegments.flatMap((name) => ['#EXTINF:1,', name]), '#EXT-X-ENDLIST']
  await storage.putBytes(`${folder}/index.m3u8`, Buffer.from(`${lines.join('\n')}\n`))
  for (const name of earlySegments)
    await storage.putBytes(`${folder}/${name}`, Buffer.alloc(earlySegmentBytes, 'f'))
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
