import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { getSession } from '#contract/accounts.ts'
import { configure } from '#server/platform/config.ts'
import { closeDatabase, openDatabase } from '#server/platform/db/db.ts'
import { localStorage } from '#server/platform/storage/local.ts'
import { useStorage } from '#server/platform/storage/storage.ts'
import { joined, type Visitor } from '#tests/media/member.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { freshDataDir, type StartedServer, startServer } from '#tests/support/server.ts'
import { settled } from '#tests/support/settled.ts'

/**
 * The product in processes of its own, over one database and one folder of files: `ROLE=web` and `ROLE=worker` apart.
 * This process looks into both through the product's own `db` and `storage`.
 */
export interface Site {
  url: string
  dataDir: string
  web: StartedServer
  /** Those that run. Whoever kills one takes it out. */
  workers: Set<StartedServer>
  /** Starts what is missing of so many workers, or stops what is too much. */
  working(count: number): Promise<void>
  /** After a kill: the server again, at its old address. */
  restartWeb(): Promise<void>
  /** Somebody new, who has been here for a month. */
  joins(): Promise<Visitor>
  close(): Promise<void>
}

let opened: Promise<Site> | undefined

/** The site of this run, opened at the first call. */
export function theSite(): Promise<Site> {
  return (opened ??= openSite())
}

export async function closeSite(): Promise<void> {
  await (await opened)?.close()
  opened = undefined
}

async function openSite(): Promise<Site> {
  const database = await freshDatabase()
  const dataDir = await freshDataDir()
  configure({ DATA_DIR: dataDir })
  openDatabase(database.url)
  useStorage(localStorage(join(dataDir, 'files')))
  const settings = { DATABASE_URL: database.url }
  const start = (env: Record<string, string>, port?: number) =>
    startServer({ dataDir, env: { ...settings, ...env }, ...(port && { port }) })
  const web = await start({ ROLE: 'web' })
  const site: Site = {
    url: web.url,
    dataDir,
    web,
    workers: new Set(),
    working: (count) => staff(site.workers, count, () => start({ ROLE: 'worker', PUBLIC_URL: web.url })),
    restartWeb: async () => void (site.web = await start({ ROLE: 'web' }, web.port)),
    joins: () => newMember(web.url),
    async close() {
      await Promise.all([site.web.stop(), ...[...site.workers].map((one) => one.stop())])
      await closeDatabase()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
  return site
}

async function staff(workers: Set<StartedServer>, count: number, start: () => Promise<StartedServer>) {
  const spare = [...workers].slice(count)
  await Promise.all(spare.map((one) => one.stop()))
  for (const one of spare) workers.delete(one)
  const missing = Array.from({ length: Math.max(0, count - workers.size) }, start)
  for (const one of await Promise.all(missing)) workers.add(one)
}

async function newMember(url: string): Promise<Visitor> {
  const member = await joined(url, `p${randomUUID().replaceAll('-', '').slice(0, 12)}`)
  const { me } = await member.call(getSession, {})
  await settled({ id: me!.id })
  return member
}
