import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { getSession } from '#contract/accounts.ts'
import { approveFollow, putFollow } from '#contract/follows.ts'
import { updateProfile } from '#contract/profiles.ts'
import { db } from '#server/platform/db/db.ts'
import { Visitor } from '#tests/media/member.ts'
import { invariants } from '#tests/faults/invariants.ts'
import { type Site, theSite } from '#tests/faults/site.ts'
import { eventually } from '#tests/support/eventually.ts'
import { unsteady, type Unsteady } from '#tests/support/unsteady.ts'
import { deeds, upload } from './deeds.ts'
import { type Reading, readBack } from './read-back.ts'
import { dice, Register } from './register.ts'
import { type Person, World } from './world.ts'

export interface Wish {
  seed: number
  operations: number
  clients: number
  /** After so many operations something breaks. */
  faultEvery: number
  /** After so many faults everybody rests, and a tenth is read back. */
  checkEvery?: number
  /** Hears how far it is. */
  told?: (line: string) => void
}

export interface Seen {
  world: World
  faults: Map<string, number>
  reading: Reading
  /** What `npm run admin -- verify` would say. */
  broken: string[]
  seconds: number
}

type Breaking = (site: Site, line: Unsteady) => Promise<void>

const breakings: [string, Breaking][] = [
  ['connections reset', async (_, line) => line.cut()],
  [
    'kill -9 of the server',
    async (site) => {
      await site.web.kill()
      await site.restartWeb()
    },
  ],
  ['PostgreSQL restarted', (site) => endPostgres(site, 'SIGINT')],
  ['PostgreSQL crashed', (site) => endPostgres(site, 'SIGQUIT')],
]

/** Some people do things at random, things break, and in the end all that was acknowledged is read back. */
export async function history({
  seed,
  operations,
  clients,
  faultEvery,
  checkEvery = 10,
  told = () => {},
}: Wish): Promise<Seen> {
  const site = await theSite({ role: 'all', ownPostgres: true })
  const line = await unsteady({ host: '127.0.0.1', port: site.web.port })
  const startedAt = performance.now()
  const world = new World()
  // Over a line that breaks at times.
  const over = `http://127.0.0.1:${line.port}`
  for (let n = 0; n < clients; n += 1)
    world.people.push(await arrives(await site.joins(), n >= clients * 0.8, over))
  const reader = await site.joins()
  for (const who of world.people) if (who.isPrivate) await letsIn(who, reader)
  for (const who of world.people.slice(0, 4)) await upload(world, who, Math.random)
  const isShown = async ({ id }: { id: string }) => (await reader.fetch(`/api/content/${id}`)).ok
  await eventually(async () => (await Promise.all(world.items.map(isShown))).every(Boolean), 120)

  const rolls = world.people.map((_, n) => dice(seed * 1000 + n))
  const faults = new Map<string, number>()
  const reading: Reading = { looked: 0, wrong: [] }
  let broken = 0
  for (let end = 0; end < operations;) {
    end = Math.min(end + faultEvery * checkEvery, operations)
    const isOver = () => world.operations >= end
    const work = Promise.all(world.people.map((who, n) => live(world, who, rolls[n]!, isOver)))
    for (; (broken + 0.5) * faultEvery < end; broken += 1) {
      await eventually(() => world.operations >= (broken + 0.5) * faultEvery, 600)
      const [name, breaks] = breakings[broken % breakings.length]!
      await breaks(site, line)
      faults.set(name, (faults.get(name) ?? 0) + 1)
    }
    await work
    // A film that is not playable yet is there for its owner alone, with what they said under it.
    await eventually(() => isIdle().catch(() => false), 180)
    const { looked, wrong } = await readBack(world, reader, end < operations ? 0.1 : 1)
    reading.looked += looked
    reading.wrong.push(...wrong.map((what) => `after ${end}: ${what}`))
    told(`${world.operations} operations, ${looked} things read back`)
  }
  const invalid = await invariants()
  await line.close()
  return { world, faults, reading, broken: invalid, seconds: (performance.now() - startedAt) / 1000 }
}

/** Somebody new, who from now on reaches the site by that address. */
export async function arrives(visitor: Visitor, isPrivate: boolean, url: string): Promise<Person> {
  const { me } = await visitor.call(getSession, {})
  if (isPrivate) await visitor.call(updateProfile, { body: { is_private: true } })
  const over = new Visitor(url)
  for (const [name, value] of visitor.cookies) over.cookies.set(name, value)
  return { id: me!.id, visitor: over, isPrivate, username: new Register(me!.username) }
}

/** Whose reading back is to see all sees what private people show their followers, too. Nobody lets go of them. */
export async function letsIn({ id, visitor }: Person, reader: Visitor): Promise<void> {
  const { me } = await reader.call(getSession, {})
  await reader.call(putFollow, { params: { id } })
  await visitor.call(approveFollow, { params: { id: me!.id } })
}

/** One thing after another, until it is over. Whoever finds nobody at home waits a little. */
export async function live(
  world: World,
  who: Person,
  roll: () => number,
  isOver: () => boolean,
): Promise<void> {
  const all = deeds.reduce((sum, [, , often]) => sum + often, 0)
  while (!isOver()) {
    let at = roll() * all
    const [name, deed] = deeds.find(([, , often]) => (at -= often) < 0) ?? deeds[0]!
    world.done.set(name, (world.done.get(name) ?? 0) + 1)
    const isThere = await deed(world, who, roll)
    if (!isThere) await pause(150)
  }
}

async function endPostgres({ dataDir }: Site, signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
  const [pid] = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')
  process.kill(Number(pid), signal)
  await eventually(async () => (await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')) === '')
}

/** No film is being made, and nothing of what was deleted is still to be erased. */
export async function isIdle(): Promise<boolean> {
  const { rows } = await sql`select from pgboss.job where name in ('process', 'erase-content')
    and state < 'completed'`.execute(db)
  return rows.length === 0
}
