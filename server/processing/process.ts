import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { smaller, smallerSides } from '#contract/smaller.ts'
import { makeFirst, makeRest } from '#media/encode.ts'
import { SandboxUnavailable } from '#media/fenced.ts'
import { makeFrames } from '#media/frames.ts'
import { firstRung, ladder } from '#media/ladder.ts'
import { measureLoudness } from '#media/loudness.ts'
import { hasPicture } from '#media/master.ts'
import { makePictures } from '#media/pictures.ts'
import { type Source, probe } from '#media/probe.ts'
import { MediaRefusal } from '#media/refusal.ts'
import type { Rendition } from '#media/rendition.ts'
import { makeStoryboard } from '#media/storyboard.ts'
import { log } from '../platform/log.ts'
import { storage } from '../platform/storage/storage.ts'
import type { Running } from '../platform/queue.ts'
import { inSpan } from '../platform/trace/trace.ts'
import { fail, finish, handBack, refuse } from './outcome.ts'
import { handBackToWait, hasSandbox, waitForSandbox } from './wait-for-sandbox.ts'
import { lane } from './lane.ts'
import { endLeftovers } from './leftover.ts'
import { Progress } from './progress.ts'
import { hasRemovedMedia, hashUnlessRemoved, rememberLook } from './recognise.ts'
import {
  makeFolders,
  outOf,
  publishFrames,
  publishPictures,
  publishRenditions,
  publishStoryboard,
} from './publish.ts'
import { Fenced, type Run, beginRun, fenced, mostTries } from './run.ts'
import { countingSpeed } from './speed-metrics.ts'
import { learnSpeed, likelySpeed, timeLimit, usualSpeed, workOf } from './speeds.ts'
import { withStorage } from './with-storage.ts'
import { WorkTimer } from './work-timer.ts'
import { announceStream } from './streams.ts'

/**
 * Makes an upload playable, then whole. May run twice, may be killed at any point: whoever comes later takes a higher
 * fencing number and begins anew.
 */
export async function processContent(
  { contentId }: { contentId: string },
  { signal, stopping = never, makeRoom = async () => {} }: Pick<Running, 'signal'> & Partial<Running>,
): Promise<void> {
  if (!(await hasSandbox())) return waitForSandbox(contentId)
  const lost = new AbortController()
  const run = await beginRun(contentId, AbortSignal.any([signal, lost.signal]))
  if (!run) return
  // A file that takes the whole worker down with it never gets as far as counting its failures.
  if (run.tries > mostTries) return void (await fail(run, new Error('its workers died')))
  const progress = new Progress(run, (error) => lost.abort(error))
  const timer = new WorkTimer(timeLimit(0, null) + run.fileSize / slowestFetch, (error) => lost.abort(error))
  try {
    if (run.fence > 1) await endLeftovers(run)
    await makeFolders(run)
    const folders = { input: join(run.folder, 'input'), out: outOf(run) }
    await makeAll({ run, progress, timer, signal: run.signal, ...folders }, makeRoom)
  } catch (error) {
    await settle(run, lost.signal.aborted ? lost.signal.reason : error, stopping)
  } finally {
    timer.end()
    progress.end()
    await rm(run.folder, { recursive: true, force: true })
  }
}

const never = new AbortController().signal

/** Bytes per second at which an original is fetched at the least. */
const slowestFetch = 1_000_000

interface Making {
  run: Run
  progress: Progress
  timer: WorkTimer
  signal: AbortSignal
  input: string
  out: string
}

// A ladder takes every core, so ladders of a process take turns; what makes a video playable never waits for one, nor for a
// place that who waits for a ladder would hold.
const ladders = lane()

async function makeAll(making: Making, makeRoom: () => Promise<void>): Promise<void> {
  const { run, signal, input, progress, timer } = making
  await withStorage(run, () => storage.fetchTo(run.original, input))
  const [sha256, source] = await all([hashUnlessRemoved(run, input), probe(input, { signal })])
  await rememberSource(run, source)
  const work = plan(source)
  const speed = await usualSpeed()
  progress.plan(work.first + work.pictures + work.rest, speed)
  timer.restart(timeLimit(work.first + work.pictures + work.rest, speed))

  const onFirst = countingSpeed('first', source.duration, progress.step(work.first))
  const first = await inSpan('internal', 'first rendition', {}, () =>
    makeFirst({ ...making, source, onProgress: onFirst }),
  )
  const look = (rendition?: Rendition) => rememberLook(run, sha256, { ...making, source, rendition })
  const isWary = await hasRemovedMedia()
  if (isWary) await look(first)
  await publishRenditions(run, source, [first])
  await makeRoom()
  const pictured = progress.step(work.pictures)
  const onProgress = progress.step(work.rest)
  timer.pause()
  // Side by side: a picture is one short decode after the other, and leaves room on the cores.
  const [, rest] = await all([
    adornEarly(making, source).then(() => pictured(1)),
    ladders(work.rest / (speed ?? likelySpeed), signal, () => {
      timer.resume()
      return inSpan('internal', 'ladder', {}, () =>
        makeLadder({ ...making, source, done: first, onProgress }, work.rest),
      )
    }),
  ])
  const encoded = [first, ...rest].filter((one) => one.name !== 'source' && hasPicture(one))
  await adornLate(making, source, encoded, isWary ? null : look)
  await finish(run)
  log.info('upload is ready', { contentId: run.contentId })
}

async function makeLadder(
  making: Parameters<typeof makeRest>[0] & Making,
  work: number,
): Promise<Rendition[]> {
  const startedAt = performance.now()
  const onProgress = countingSpeed('ladder', making.source.duration, making.onProgress ?? (() => {}))
  const rest = await makeRest({ ...making, onProgress })
  if (rest.length === 0) return rest
  await publishRenditions(making.run, making.source, rest)
  await learnSpeed(work, (performance.now() - startedAt) / 1000)
  return rest
}

const posters = smallerSides.map((side) => ({ side, name: smaller('poster.webp', side) }))

/** A card without a picture looks broken, so pictures come at once; the loudness is a by-product of waiting. */
async function adornEarly(making: Making, source: Source): Promise<void> {
  const { run } = making
  await adorn('pictures', making, async () =>
    publishPictures(run, await makePictures({ ...making, source, storyboard: 'later', posters })),
  )
  await adorn('loudness', making, async () => {
    const loudness_lufs = await measureLoudness({ ...making, source })
    await fenced(run, async (tx) => {
      await tx.updateTable('content').set({ loudness_lufs }).where('id', '=', run.contentId).execute()
    })
  })
}

/** What is made of our own small renditions: of each a little, mostly on one core, so all of it at once. */
async function adornLate(
  making: Making,
  source: Source,
  renditions: Rendition[],
  look: ((of?: Rendition) => Promise<void>) | null,
): Promise<void> {
  const { run } = making
  const [rendition] = renditions
  await all([
    adorn('storyboard', making, async () =>
      publishStoryboard(run, await makeStoryboard({ ...making, source, rendition })),
    ),
    adorn('frames', making, async () =>
      publishFrames(run, await makeFrames({ ...making, source, renditions })),
    ),
    look && adorn('look', making, () => look(rendition)),
  ])
}

/** Waits for all even when one fails, so that nothing still writes into a folder that is being removed. Throws what the first of them threw. */
async function all<T extends unknown[]>(works: [...T]): Promise<{ [K in keyof T]: Awaited<T[K]> }> {
  const ends = await Promise.allSettled(works)
  for (const end of ends) if (end.status === 'rejected') throw end.reason
  return Promise.all(works) as Promise<{ [K in keyof T]: Awaited<T[K]> }>
}

/** A film without a poster is still a film: what goes wrong here is logged, and the film goes on. */
async function adorn(what: string, { run, signal }: Making, work: () => Promise<void>): Promise<void> {
  try {
    await inSpan('internal', what, {}, work)
  } catch (error) {
    if (signal.aborted || error instanceof Fenced || error instanceof SandboxUnavailable) throw error
    log.warn(`no ${what}`, { contentId: run.contentId, error: (error as Error).message.slice(0, 2000) })
  }
}

/** In pixel seconds. Cutting a stream into segments costs next to nothing; pictures about a tenth of the ladder. */
function plan(source: Source) {
  const rungs = ladder(source)
  const whole = workOf(source, rungs)
  const low = workOf(source, [firstRung(rungs)])
  const first = source.remuxable ? whole * 0.02 : low
  return { first, pictures: whole * 0.1, rest: source.remuxable ? whole : whole - low }
}

async function rememberSource(run: Run, source: Source): Promise<void> {
  await fenced(run, async (tx) => {
    await tx
      .updateTable('streams')
      .set({ state: 'probed', source: JSON.stringify(source) })
      .where('content_id', '=', run.contentId)
      .execute()
    await announceStream(tx, run.contentId)
  })
}

/** How a try that did not come to its end is left. Throws when the queue shall bring it back. */
async function settle(run: Run, error: unknown, stopping: AbortSignal): Promise<void> {
  try {
    if (error instanceof Fenced) return log.info('a late worker was refused', { contentId: run.contentId })
    if (error instanceof MediaRefusal) return await refuse(run, error)
    if (error instanceof SandboxUnavailable) return await handBackToWait(run)
    if (stopping.aborted) return await handBack(run)
    if (await fail(run, error)) return
  } catch (late) {
    if (late instanceof Fenced) return
    throw late
  }
  throw error
}
