import { rm } from 'node:fs/promises'
import { freshDatabase } from './database.ts'
import { freshDataDir, type StartedServer, startServer } from './server.ts'

export interface NewSite extends StartedServer {
  databaseUrl: string
  /** Stops it and starts it with other settings: the same people and films, at the same address. */
  startsAgain(env: Record<string, string>): Promise<NewSite>
  /** Stops it and leaves nothing. */
  close(): Promise<void>
}

/**
 * An empty site of its own, on a database of the tests' PostgreSQL. Its start is 2.2 s of processor, 3.7 s with a PostgreSQL of its
 * own, which has to be made and migrated first (`startServer` alone: for tests of that).
 */
export async function newSite(env: Record<string, string> = {}, at?: number): Promise<NewSite> {
  const [dataDir, database] = await Promise.all([freshDataDir(), freshDatabase()])
  const start = async (settings: Record<string, string>, port?: number): Promise<NewSite> => {
    const server = await startServer({
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

/** Processes that somebody else has started and will end (`npm run test:apart`): only their address is known. */
export function standing(url: string): NewSite {
  return { url, log: [], close: async () => {} } as Partial<NewSite> as NewSite
}
