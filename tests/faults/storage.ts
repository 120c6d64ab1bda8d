import { setTimeout as pause } from 'node:timers/promises'
import { db } from '#server/platform/db/db.ts'
import type { Visitor } from '#tests/media/member.ts'
import { bucketAt, openBucket } from '#tests/pipeline/bucket.ts'
import { statOf } from '#tests/support/processes.ts'
import { type Unsteady, unsteady } from '#tests/support/unsteady.ts'
import type { Fault, Figure } from './fault.ts'
import { publishes } from './film.ts'
import { films, noteReady, notReadyOnce, settledDown, standing, uploaded } from './filming.ts'
import { Load } from './load.ts'
import { Sending } from './sending.ts'
import { theSite } from './site.ts'
import { eventually } from '#tests/support/eventually.ts'

export const storageAway: Fault = {
  name: 'storage',
  promise:
    'the storage (S3) fails for 60 s: 503 with Retry-After meanwhile, uploads go on, films are made without anybody’s doing, nothing half is published',
  full: 5,
  short: 1,
  run,
}

/** How it fails: hung up on, 503 to everything, connections that carry nothing, one of them or by turns. */
const kinds = [['refuse', 'swallow', 'busy'], ['swallow'], ['busy'], ['refuse'], ['busy', 'refuse']] as const

async function run(count: number): Promise<Figure[]> {
  const isShort = count === 1
  const bucket = await openBucket()
  const line = await unsteady({ host: '127.0.0.1', port: bucket.port })
  const site = await theSite({ env: bucketAt(line.port) })
  site.beneath.push(line.close, bucket.close)
  await noteReady()
  await site.working(1)
  const [worker] = site.workers
  const people = await Promise.all(Array.from({ length: 4 }, () => site.joins()))
  const shown = await publishes(people[0]!)
  const film = await (isShort ? films.short() : films.middle())
  const load = new Load(shown, people.slice(0, 1), people.slice(1, 2))
  const over = new AbortController()
  const watching = watch(load, people[1]!, shown, over.signal)
  const ids: string[] = []
  const sendings: Sending[] = []
  const after: number[] = []
  try {
    for (let n = 0; n < count; n += 1) {
      const early = [await uploaded(people[2]!, film), await uploaded(people[2]!, film)]
      await eventually(async () => (await standing(early)).some(({ state }) => state !== 'received'), 60)
      const now = await Promise.all([people[2]!, people[3]!].map((one) => Sending.announce(one, film)))
      const sent = now.map((one) => one.finish(Math.ceil(film.length / 8)))
      for (const one of sent) one.catch(() => {}) // awaited below
      await eventually(() => now.every(({ acknowledged }) => acknowledged > 0), 60)
      await fails(line, kinds[isShort ? 4 : n % kinds.length]!, isShort ? 3 : 60)
      const at = performance.now()
      await Promise.all(sent)
      const all = [...early, ...now.map(({ contentId }) => contentId)]
      await settledDown(all, 180)
      after.push((performance.now() - at) / 1000)
      ids.push(...all)
      sendings.push(...now)
    }
  } finally {
    over.abort()
    await watching
    await load.stop()
    for (const [what, times] of load.wrong) console.log(`  ${times} × ${what}`)
    for (const words of [site.web.log, worker!.log])
      for (const text of words) if (/request failed|unhandled/.test(text)) console.log(text.slice(0, 800))
  }
  const ended = await standing(ids)
  const alive = await Promise.all([site.web.pid, worker!.pid].map(statOf))
  const odd = sendings.flatMap(({ answers }) =>
    [...answers]
      .filter(([status]) => status !== 503 && status > 299)
      .map(([status, times]) => `${times} × ${status}`),
  )
  if (odd.length > 0) console.log(`  of uploads: ${odd.join(', ')}`)
  return [
    { what: 'answers meanwhile', value: load.answers },
    { what: 'of them 503 with Retry-After', value: load.away, bar: { atLeast: 1 } },
    { what: 'answers of another kind', value: load.wrong.size + odd.length, bar: { exactly: 0 } },
    { what: 'slowest answer', value: load.slowest / 1000, unit: 's', bar: { atMost: 15 } },
    { what: 'processes that ended', value: alive.filter((one) => !one).length, bar: { exactly: 0 } },
    {
      what: 'uploads’ 503 without Retry-After',
      value: sendings.reduce((sum, { undated }) => sum + undated, 0),
      bar: { exactly: 0 },
    },
    {
      what: 'uploads broken off',
      value: sendings.filter(({ breaks }) => breaks > 0).length,
      bar: { atLeast: count },
    },
    {
      what: 'that did not come to their end',
      value: sendings.filter(({ isDone }) => !isDone).length,
      bar: { exactly: 0 },
    },
    {
      what: 'acknowledged offsets that went back',
      value: sendings.reduce((sum, { wentBack }) => sum + wentBack, 0),
      bar: { exactly: 0 },
    },
    { what: 'films', value: ids.length },
    {
      what: 'that are not ready',
      value: ended.filter(({ state }) => state !== 'ready').length,
      bar: { exactly: 0 },
    },
    {
      what: 'that did not become ready exactly once',
      value: (await notReadyOnce(ids)).length,
      bar: { exactly: 0 },
    },
    { what: 'all done after its return within', value: Math.max(...after), unit: 's', bar: { atMost: 60 } },
  ]
}

/** So many seconds long, in these ways by turns. What was swallowed stays dead: half of a stream is worse than none. */
async function fails(line: Unsteady, moods: readonly Unsteady['mood'][], seconds: number): Promise<void> {
  const turns = moods.length === 1 ? 1 : Math.max(moods.length, Math.floor(seconds / 5))
  for (let turn = 0; turn < turns; turn += 1) {
    line.mood = moods[turn % moods.length]!
    if (line.mood !== 'swallow') line.cut()
    await pause((seconds * 1000) / turns)
    line.deaden()
  }
  line.mood = 'pass'
}

/** Somebody who looks at pictures and plays the film, over and over. */
async function watch(load: Load, who: Visitor, contentId: string, over: AbortSignal): Promise<void> {
  const { playback_id } = await db
    .selectFrom('content')
    .select('playback_id')
    .where('id', '=', contentId)
    .executeTakeFirstOrThrow()
  const base = `/media/${playback_id}`
  while (!over.aborted) {
    const master = await load.ask(who, `${base}/master.m3u8`, {})
    const variants = (await master?.text())?.match(/^\d+\/.*m3u8$/gm) ?? []
    await load.ask(who, `${base}/thumbnail`, {})
    for (const variant of variants) {
      await load.ask(who, `${base}/${variant}`, {})
      await load.ask(who, `${base}/${variant.replace('index.m3u8', 'init.mp4')}`, {
        headers: { range: 'bytes=0-99' },
      })
    }
    await pause(50)
  }
}
