import { rm } from 'node:fs/promises'
import { createTestDatabase } from '../postgres/test-database.ts'
import { createDataDir, type ServerProcess, startServerProcess } from './server-process.ts'

export interface TestSite extends ServerProcess {
  databaseUrl: string
  /** Restarts the site at the same address with different settings, and keeps its users and videos. */
  restart(env: Record<string, string>): Promise<TestSite>
  /** Stops the site and removes its data. */
  close(): Promise<void>
}

/** A site as seen by its visitors, together with its database. */
export type SiteAccess = Pick<TestSite, 'url' | 'databaseUrl'>

const runningSites = new Map<string, TestSite>()

/** Returns the site that this process started at this address. */
export function findTestSite(url: string): TestSite {
  const site = runningSites.get(url)
  if (!site) throw new Error(`this process has started no site at ${url}`)
  return site
}

/**
 * Starts a separate empty site, whose database is on the PostgreSQL server that all tests share. Starting a
 * site takes 2.2 s of CPU time. With an embedded PostgreSQL, which must first be created and migrated,
 * starting a site takes 3.7 s. Tests that need an embedded PostgreSQL call `startServerProcess` instead of
 * this function.
 */
export async function startTestSite(env: Record<string, string> = {}, at?: number): Promise<TestSite> {
  const [dataDir, database] = await Promise.all([createDataDir(), createTestDatabase()])
  const start = async (settings: Record<string, string>, port?: number): Promise<TestSite> => {
    const server = await startServerProcess({
      dataDir,
      env: { DATABASE_URL: database.url, ...settings },
      ...(port && { port }),
    })
    const site = {
      ...server,
      databaseUrl: database.url,
      restart: async (other: Record<string, string>) => {
        await server.stop()
        return start(other, server.port)
      },
      close: async () => {
        runningSites.delete(server.url)
        await server.stop()
        await database.drop()
        await rm(dataDir, { recursive: true, force: true })
      },
    }
    runningSites.set(server.url, site)
    return site
  }
  return start(env, at)
}

/**
 * Returns a site that the test can reach only at its address, because `npm run test:multi-process` starts and
 * stops the site's processes.
 */
export function connectToTestSite(url: string): TestSite {
  return { url, log: [], close: async () => {} } as Partial<TestSite> as TestSite
}
