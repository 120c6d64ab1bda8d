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
  takenOverAfter: number
  /** Files of the paused try, and processes at work for it, once it had been awake for a moment. */
  files: number
  processes: number
}

async function run(count: number): Promise<Figure[]> {
  const site = await theSite()
  await noteReady()
  await site.working(2)
  const member = await site.joins()
  const film = await (count === 1 ? films.short() : films.middle())
  const ids: string[] = []
  const seen: Seen[] = []
  for (let n = 0; n < count; n += 1) {
    ids.push(await uploaded(member, film))
    seen.push(await once(site, ids.at(-1)!, count === 1))
  }
  const ended = await settledDown(ids, 60)
  await site.working(1)
  return [
    { what: 'paused, taken over, woken', value: seen.length, bar: { exactly: count } },
    {
      what: 'taken over after, at most',
      value: Math.max(...seen.map(({ takenOverAfter }) => takenOverAfter)),
      unit: 's',
      bar: { atMost: 45 },
    },
    {
      what: 'ready by the second worker',
      value: ended.filter(({ state, fence }) => state === 'ready' && fence === 2).length,
      bar: { exactly: count },
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

async function once(site: Site, id: string, isShort: boolean): Promise<Seen> {
  const first = await eventually(async () => {
    for (const worker of site.workers)
      if ((await workingOn(worker)).some(({ contentId }) => contentId === id)) return worker
    return undefined
  }, 60)
  const at = Date.now()
  const paused = await pauseAll(first)
  if (isShort) await noticeNow(id)
  const second = await eventually(async () => {
    const [row] = await standing([id])
    return row!.fence === 2 && row
  }, 90)
  await settledDown([id], 90)
  for (const pid of paused) wake(pid)
  const work = join(site.dataDir, 'work', `${id}-1`)
  await eventually(async () => !(await exists(work)), 20)
  const { playback_id } = await db
    .selectFrom('content')
    .select('playback_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const processes = (await workingOn(first)).filter(({ contentId }) => contentId === id).length
  const isLeft = await exists(join(site.dataDir, 'files/media', playback_id, '1'))
  return { takenOverAfter: (second.startedAt!.getTime() - at) / 1000, files: isLeft ? 1 : 0, processes }
}

/** The worker first, so that it hears nothing of what happens to its ffmpeg. */
async function pauseAll(worker: StartedServer): Promise<number[]> {
  process.kill(worker.pid, 'SIGSTOP')
  await eventually(async () => (await statOf(worker.pid))?.[0] === 'T')
  const pids = await tree(worker.pid)
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  return pids
}

function wake(pid: number): void {
  try {
    process.kill(pid, 'SIGCONT')
  } catch {
    // It was about to end when it was paused.
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
