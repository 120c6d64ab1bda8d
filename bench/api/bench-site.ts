import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '#server/platform/db/embedded/embedded-postgres.ts'
import { type TestApp, startTestApp } from '#tests/support/app/test-app.ts'
import {
  createDataDir,
  type ServerProcess,
  startServerProcess,
} from '#tests/support/processes/server-process.ts'
import { seedBenchDatabase } from '../seed-bench-database.ts'

/**
 * A seeded site in a separate process. The benchmark process can also access the site's database and call the
 * server's functions.
 */
export interface BenchSite {
  server: ServerProcess
  testApp: TestApp
  databaseUrl: string
  close(): Promise<void>
}

/** Opens a seeded site. As in production, `fsync` is on, so that committed data is durable. */
export async function startBenchSite(content: number): Promise<BenchSite> {
  const dataDir = await createDataDir()
  const embedded = await startEmbeddedPostgres({ dataDir, log: () => {} })
  await seedBenchDatabase(embedded.url, content)
  const own = join(dataDir, 'site')
  await mkdir(own)
  const settings = { DATABASE_URL: embedded.url, PACE: '0', TRUST_PROXY: '127.0.0.1' }
  const server = await startServerProcess({ dataDir: own, env: settings })
  const ground = { database: { url: embedded.url, drop: async () => {} }, dataDir: join(dataDir, 'house') }
  const testApp = await startTestApp({ ground, env: { PACE: '0', PUBLIC_URL: server.url } })
  return {
    server,
    testApp,
    databaseUrl: embedded.url,
    close: async () => {
      await testApp.close()
      await server.stop()
      await embedded.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
