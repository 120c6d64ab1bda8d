import { randomBytes } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { selectListedItems } from '#server/access-policy/content-queries.ts'
import { startEmbeddedPostgres } from '#server/platform/db/embedded/embedded-postgres.ts'
import type { App } from '#server/platform/http/app.ts'
import { anonymousViewer } from '#server/platform/http/viewer.ts'
import { storage } from '#server/platform/storage/storage.ts'
import { startTestApp } from '#tests/support/app/test-app.ts'
import { insertUsers } from '#tests/support/fixtures/bulk-users.ts'
import { createPlayableVideo } from '#tests/support/fixtures/playable-video.ts'
import { createDataDir, startServerProcess } from '#tests/support/processes/server-process.ts'
import { seedBenchDatabase } from '../../seed-bench-database.ts'
import { segmentSizeNames, type SegmentSize } from '../measured-operations.ts'

/** The sizes of segments, in bytes. The sizes for calibration differ from the one in the check runs. */
export const segmentSizes: Record<SegmentSize, number> = { small: 60_000, medium: 250_000, large: 600_000 }

/** A site with one web process, members and videos, and what a load generator needs to use it. */
export interface ScaleSite {
  /** The same site in this process, without pages. */
  app: App
  url: string
  serverPid: number
  databaseUrl: string
  /** The value of the `cookie` header of each member. */
  cookies: string[]
  /** Items that everyone may see, without media. */
  items: string[]
  /** An item and the path of its segments, by segment size. */
  segments: Record<SegmentSize, string[]>
  close(): Promise<void>
}

const members = 300

/** Starts the site. As in production, `fsync` is on. All processes run on this machine. */
export async function startScaleSite(): Promise<ScaleSite> {
  const root = await createDataDir()
  const embedded = await startEmbeddedPostgres({ dataDir: root, log: () => {} })
  await seedBenchDatabase(embedded.url, 1000)
  // Otherwise, autovacuum would run at some time during the measurements.
  const client = new pg.Client({ connectionString: embedded.url })
  await client.connect()
  await client.query('vacuum analyze')
  await client.end()
  const dataDir = join(root, 'site')
  await mkdir(dataDir)
  const settings = { PACE: '0', TRUST_PROXY: '127.0.0.1', DATABASE_URL: embedded.url, ROLE: 'web' }
  const server = await startServerProcess({ dataDir, env: settings })
  const ground = { database: { url: embedded.url, drop: async () => {} }, dataDir }
  const testApp = await startTestApp({ ground, env: { PACE: '0', PUBLIC_URL: server.url } })
  const creators = await insertUsers(testApp, 'scale_creator', 12)
  const people = await insertUsers(testApp, 'scale_viewer', members)
  const listed = await selectListedItems(anonymousViewer)
    .select('content.id')
    .orderBy('content.id')
    .limit(400)
    .execute()
  const segments: Record<SegmentSize, string[]> = { small: [], medium: [], large: [] }
  for (const size of segmentSizeNames)
    for (const creator of creators.splice(0, 4))
      segments[size].push(...(await createVideo(creator, segmentSizes[size])))
  return {
    app: testApp.app,
    url: server.url,
    serverPid: server.pid,
    databaseUrl: embedded.url,
    cookies: people.map((one) => [...one.cookies].map(([name, value]) => `${name}=${value}`).join('; ')),
    items: listed.map(({ id }) => id),
    segments,
    async close() {
      await testApp.close()
      await server.stop()
      await embedded.stop()
      await rm(root, { recursive: true, force: true })
    },
  }
}

/** Creates a video and returns the paths of its segments. */
async function createVideo(creator: { id: string }, bytes: number): Promise<string[]> {
  const names = Array.from({ length: 10 }, (_, nth) => `seg_${nth}.m4s`)
  const { playback_id } = await createPlayableVideo(creator, names)
  const folder = `media/${playback_id}/0/240p`
  for (const name of names) await storage.putBytes(`${folder}/${name}`, randomBytes(bytes))
  return names.map((name) => `/${folder}/${name}`)
}
