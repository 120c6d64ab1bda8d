import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { db } from '#server/platform/db/db.ts'
import { eventually } from '#tests/support/eventually.ts'
import { statOf, tree } from '#tests/support/processes.ts'
import type { StartedServer } from '#tests/support/server.ts'
import { workingOn } from './at-work.ts'
import type { Fault, Figure } from './fault.ts'
import { films, noteReady, noticeNow, notReadyOnce, settledDown, standing, uploaded } from './filming.ts'
import { type Site, theSite } from './site.ts'

export const zombie: Fault = {
  name: 'zombie',
  promise:
    'two workers with one job, the first one paused and woken: it is refused, and cleans up after itself',
  full: 10,
  short: 1,
  run,
}

interface Seen {
  contentId: string
  takenOverAfter: number
  /** Files of the paused try, and processes at work for it, once it had been awake for a moment. */
  files: number
  processes: number
}

/** So many films at a time: a takeover is mostly waiting, and a worker that is paused keeps several waiting at once. */
const side = 6

async function run(count: number): Promise<Figure[]> {
  const site = await theSite()
  await noteReady()
  await site.working(2)
  const members = await Promise.all([site.joins(), site.joins()])
  const film = await (count === 1 ? films.short() : films.middle())
  const ids: string[] = []
  const seen: Seen[] = []
  while (seen.length < count) {
    const some: string[] = []
    const many = count === 1 ? 1 : side
    for (let n = 0; n < many; n += 1) some.push(await uploaded(members[n % 2]!, film))
    ids.push(...some)
    seen.push(...(await once(site, some, count === 1)))
  }
  const ended = await settledDown(ids, 60)
  const taken = new Set(seen.map(({ contentId }) => contentId))
  await site.working(1)
  return [
    { what: 'paused, taken over, woken', value: seen.length, bar: { atLeast: count } },
    {
      what: 'taken over after, at most',
      value: Math.max(...seen.map(({ takenOverAfter }) => takenOverAfter)),
      unit: 's',
      bar: { atMost: 45 },
    },
    {
      what: 'ready by the second worker',
      value: ended.filter(
        ({ contentId, state, fence }) => taken.has(contentId) && state === 'ready' && fence === 2,
      ).length,
      bar: { exactly: seen.length },
    },
    {
      what: 'that did not become ready exactly once',
      value: (await notReadyOnce(ids)).length,
      bar: { exactly: 0 },
    },
    { what: 'files of late tries', value: sum(seen.map(({ files }) => files)), bar: { exactly: 0 } },
    {
      what: 'processes of late tries',
      value: sum(seen.map(({ processes }) => processes)),
      bar: { exactly: 0 },
    },
  ]
}

/** Pauses whoever is at the most of these, until others have made them; what it was at is looked at one by one. */
async function once(site: Site, ids: string[], isShort: boolean): Promise<Seen[]> {
  const first = await eventually(async () => {
    const at = await Promise.all(
      [...site.workers].map(async (worker) => ({ worker, ids: await itemsOf(worker) })),
    )
    const [most] = at.toSorted((a, b) => b.ids.length - a.ids.length)
    return most!.ids.some((id) => ids.includes(id)) && most!.worker
  }, 60)
  const at = Date.now()
  const paused = await pauseAll(first)
  const hit = (await itemsOf(first)).filter((id) => ids.includes(id))
  if (isShort) for (const id of hit) await noticeNow(id)
  const seconds = new Map<string, number>()
  try {
    await eventually(async () => {
      for (const { contentId, fence, startedAt } of await standing(hit))
        if (fence === 2 && !seconds.has(contentId)) seconds.set(contentId, (startedAt!.getTime() - at) / 1000)
      return seconds.size === hit.length
    }, 90)
    await settledDown(ids, 180)
  } finally {
    for (const pid of paused) tell(pid, 'SIGCONT')
  }
  return Promise.all(
    hit.map(async (id) => ({ ...(await leftBy(site, first, id)), takenOverAfter: seconds.get(id)! })),
  )
}

async function itemsOf(worker: StartedServer): Promise<string[]> {
  return [...new Set((await workingOn(worker)).map(({ contentId }) => contentId))]
}

async function leftBy(site: Site, first: StartedServer, id: string) {
  const work = join(site.dataDir, 'work', `${id}-1`)
  await eventually(async () => !(await exists(work)), 20)
  const { playback_id } = await db
    .selectFrom('content')
    .select('playback_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const processes = (await workingOn(first)).filter(({ contentId }) => contentId === id).length
  // What it had published before the pause stays playable for those who are in the middle of it.
  const published = await db
    .selectFrom('renditions')
    .select('name')
    .where('content_id', '=', id)
    .where('fence', '=', 1)
    .executeTakeFirst()
  const isLeft = !published && (await exists(join(site.dataDir, 'files/media', playback_id, '1')))
  return { contentId: id, files: isLeft ? 1 : 0, processes }
}

/** The worker first, so that it hears nothing of what happens to its ffmpeg. */
async function pauseAll(worker: StartedServer): Promise<number[]> {
  process.kill(worker.pid, 'SIGSTOP')
  await eventually(async () => (await statOf(worker.pid))?.[0] === 'T')
  const pids = await tree(worker.pid)
  for (const pid of pids) tell(pid, 'SIGSTOP')
  return pids
}

function tell(pid: number, signal: 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended, or was about to end when it was paused.
  }
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
