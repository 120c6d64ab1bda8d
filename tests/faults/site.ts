import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { getSession } from '#contract/accounts.ts'
import { configure } from '#server/platform/config.ts'
import { closeDatabase, openDatabase } from '#server/platform/db/db.ts'
import { localStorage } from '#server/platform/storage/local.ts'
import { s3Storage } from '#server/platform/storage/s3.ts'
import { useStorage } from '#server/platform/storage/storage.ts'
import { joined, type Visitor } from '#tests/media/member.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { freshName } from '#tests/support/fresh-name.ts'
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
  /** What every worker has said of late, also those that were killed. */
  logs: (readonly string[])[]
  /** Starts what is missing of so many workers, or stops what is too much. */
  working(count: number): Promise<void>
  /** After a kill: the server again, at its old address. */
  restartWeb(): Promise<void>
  /** Somebody new, who has been here for a month. */
  joins(): Promise<Visitor>
  /** What ends with it, after its servers. */
  beneath: (() => Promise<void>)[]
  close(): Promise<void>
}

/** What is other than usual about a site. */
export interface Wish {
  /** `all`: one process that serves and works, as at home. */
  role?: 'web' | 'all'
  /** PostgreSQL of its own, which the server runs, instead of the one that all tests share. */
  ownPostgres?: boolean
  env?: Record<string, string>
}

let opened: { like: string; site: Promise<Site> } | undefined

/** The site of this run, opened at the first call; a site of another kind takes the place of the one that is open. */
export async function theSite(wish: Wish = {}): Promise<Site> {
  const like = JSON.stringify(wish)
  if (opened && opened.like !== like) await closeSite()
  return (opened ??= { like, site: openSite(wish) }).site
}

export async function closeSite(): Promise<void> {
  const closing = opened?.site
  opened = undefined
  await (await closing)?.close()
}

async function openSite({ role = 'web', ownPostgres = false, env: more = {} }: Wish): Promise<Site> {
  const database = ownPostgres ? undefined : await freshDatabase()
  const dataDir = await freshDataDir()
  // A few clients do here what many people would.
  const settings = { PACE: '0', ...more, ...(database && { DATABASE_URL: database.url }) }
  const logs: Site['logs'] = []
  const start = async (env: Record<string, string>, port?: number) => {
    const started = await startServer({ dataDir, env: { ...settings, ...env }, ...(port && { port }) })
    if (env['ROLE'] === 'worker') logs.push(started.log)
    return started
  }
  const web = await start({ ROLE: role })
  const { s3 } = configure({ DATA_DIR: dataDir, ...more, PUBLIC_URL: web.url })
  openDatabase(database?.url ?? ownUrl(dataDir))
  useStorage(s3 ? s3Storage(s3) : localStorage(join(dataDir, 'files')))
  const site: Site = {
    url: web.url,
    dataDir,
    web,
    workers: new Set(),
    logs,
    working: (count) => staff(site.workers, count, () => start({ ROLE: 'worker', PUBLIC_URL: web.url })),
    restartWeb: async () => void (site.web = await start({ ROLE: role }, web.port)),
    joins: () => newMember(web.url),
    beneath: [],
    async close() {
      await closeDatabase()
      await Promise.all([site.web.stop(), ...[...site.workers].map((one) => one.stop())])
      for (const end of site.beneath) await end()
      await database?.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
  return site
}

/** Where the PostgreSQL of a server of its own is to be found (server/platform/db/embedded.ts). */
function ownUrl(dataDir: string): string {
  return `postgres://afterbell@localhost/afterbell?host=${encodeURIComponent(join(dataDir, 'postgres'))}`
}

async function staff(workers: Set<StartedServer>, count: number, start: () => Promise<StartedServer>) {
  const spare = [...workers].slice(count)
  await Promise.all(spare.map((one) => one.stop()))
  for (const one of spare) workers.delete(one)
  const missing = Array.from({ length: Math.max(0, count - workers.size) }, start)
  for (const one of await Promise.all(missing)) workers.add(one)
}

export async function newMember(url: string): Promise<Visitor> {
  const member = await joined(url, freshName())
  const { me } = await member.call(getSession, {})
  await settled({ id: me!.id })
  return member
}
