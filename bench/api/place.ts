import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { type House, openHouse } from '#tests/support/house.ts'
import { freshDataDir, type StartedServer, startServer } from '#tests/support/server.ts'
import { seedInto } from '../seeded.ts'

/** A seeded site in a process of its own, and a way to its database and its verbs from this one. */
export interface Place {
  server: StartedServer
  house: House
  databaseUrl: string
  close(): Promise<void>
}

/** Its PostgreSQL keeps what it has said, as at home: `fsync` is on. */
export async function openPlace(content: number): Promise<Place> {
  const dataDir = await freshDataDir()
  const embedded = await startEmbedded({ dataDir, log: () => {} })
  await seedInto(embedded.url, content)
  const own = join(dataDir, 'site')
  await mkdir(own)
  const settings = { DATABASE_URL: embedded.url, PACE: '0', TRUST_PROXY: '127.0.0.1' }
  const server = await startServer({ dataDir: own, env: settings })
  const ground = { database: { url: embedded.url, drop: async () => {} }, dataDir: join(dataDir, 'house') }
  const house = await openHouse({ ground, env: { PACE: '0', PUBLIC_URL: server.url } })
  return {
    server,
    house,
    databaseUrl: embedded.url,
    close: async () => {
      await house.close()
      await server.stop()
      await embedded.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
