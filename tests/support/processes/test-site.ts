import { rm } from 'node:fs/promises'
import { createTestDatabase } from '../postgres/test-database.ts'
import { createDataDir, type ServerProcess, startServerProcess } from './server-process.ts'

export interface TestSite extends ServerProcess {
  databaseUrl: string
  /** Stops it and starts it with other settings: the same people and films, at the same address. */
  startsAgain(env: Record<string, string>): Promise<TestSite>
  /** Stops it and leaves nothing. */
  close(): Promise<void>
}

/**
 * An empty site of its own, on a database of the tests' PostgreSQL. Its start is 2.2 s of processor, 3.7 s with a PostgreSQL of its
 * own, which has to be made and migrated first (`startServerProcess` alone: for tests of that).
 */
export async function startTestSite(env: Record<string, string> = {}, at?: number): Promise<TestSite> {
  const [dataDir, database] = await Promise.all([createDataDir(), createTestDatabase()])
  const start = async (settings: Record<string, string>, port?: number): Promise<TestSite> => {
    const server = await startServerProcess({
      dataDir,
      env: { DATABASE_URL: database.url, ...settings },
      ...(port && { port }),
    })
    return {
      ...server,
      databaseUrl: database.url,
      startsAgain: async (other) => {
        await server.stop()
        return start(other, server.port)
      },
      close: async () => {
        await server.stop()
        await database.drop()
        await rm(dataDir, { recursive: true, force: true })
      },
    }
  }
  return start(env, at)
}

/** Processes that somebody else has started and will end (`npm run test:multi-process`): only their address is known. */
export function existingSite(url: string): TestSite {
  return { url, log: [], close: async () => {} } as Partial<TestSite> as TestSite
}
