import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFirst, makeRest } from '#media/encode.ts'
import { ladder } from '#media/ladder.ts'
import { measureLoudness } from '#media/loudness.ts'
import { makePictures } from '#media/pictures.ts'
import { type Source, probe } from '#media/probe.ts'
import { MediaRefusal } from '#media/refusal.ts'
import type { Rendition } from '#media/rendition.ts'
import { makeStoryboard } from '#media/storyboard.ts'
import { log } from '../platform/log.ts'
import { storage } from '../platform/storage/storage.ts'
import { fail, finish, handBack, refuse } from './outcome.ts'
import { Progress } from './progress.ts'
import { makeFolders, outOf, publishPictures, publishRenditions, publishStoryboard } from './publish.ts'
import { Fenced, type Run, beginRun, fenced, mostTries } from './run.ts'
import { learnSpeed, usualSpeed, workOf } from './speeds.ts'
import { announceStream } from './streams.ts'

/**
 * Makes an upload playable, then whole. May run twice, may be killed at any point: whoever comes later takes a higher
 * fencing number and begins anew.
 */
export async function processContent(
  { contentId }: { contentId: string },
  { signal }: { signal: AbortSignal },
): Promise<void> {
  const run = await beginRun(contentId)
  if (!run) return
  // A file that takes the whole worker down with it never gets as far as counting its failures.
  if (run.tries > mostTries) return void (await fail(run, new Error('its workers died')))
  const lost = new AbortController()
  const progress = new Progress(run, (error) => lost.abort(error))
  const either = AbortSignal.any([signal, lost.signal])
  try {
    await makeFolders(run)
    await makeAll({ run, progress, signal: either, input: join(run.folder, 'input'), out: outOf(run) })
  } catch (error) {
    await settle(run, lost.signal.aborted ? lost.signal.reason : error, signal)
  } finally {
    progress.end()
    await rm(run.folder, { recursive: true, force: true })
  }
}

interface Making {
  run: Run
  progress: Progress
  signal: AbortSignal
  input: string
  out: string
}

async function makeAll(making: Making): Promise<void> {
  const { run, signal, input, progress } = making
  await storage.fetchTo(run.original, input)
  const source = await probe(input, { signal })
  await rememberSource(run, source)
  const startedAt = performance.now()
  const work = plan(source)
  progress.plan(work.first + work.pictures + work.rest, await usualSpeed())

  const first = await makeFirst({ ...making, source, onProgress: progress.step(work.first) })
  await publishRenditions(run, source, [first])
  const step = progress.step(work.pictures)
  await adorn('pictures', making, async () =>
    publishPictures(run, await makePictures({ ...making, source, storyboard: 'later' })),
  )
  step(1)
  const onProgress = progress.step(work.rest)
  const rest = await makeRest({ ...making, source, done: first, onProgress })
  if (rest.length > 0) await publishRenditions(run, source, rest)
  await makeTheRestOfIt(making, source, [first, ...rest])
  await finish(run)
  const seconds = (performance.now() - startedAt) / 1000
  await learnSpeed(work.first + work.pictures + work.rest, seconds)
  log.info('upload is ready', { contentId: run.contentId, seconds: Math.round(seconds) })
}

/** What nobody waits for: the storyboard, from the smallest rung because that is cheapest, and the loudness. */
async function makeTheRestOfIt(making: Making, source: Source, made: Rendition[]): Promise<void> {
  const { run } = making
  const smallest = made.filter(({ name }) => name !== 'source')[0]
  await adorn('storyboard', making, async () =>
    publishStoryboard(run, await makeStoryboard({ ...making, source, rendition: smallest })),
  )
  await adorn('loudness', making, async () => {
    const loudness_lufs = await measureLoudness({ ...making, source })
    await fenced(run, async (tx) => {
      await tx.updateTable('content').set({ loudness_lufs }).where('id', '=', run.contentId).execute()
    })
  })
}

/** A film without a poster is still a film: what goes wrong here is logged, and the film goes on. */
async function adorn(what: string, { run, signal }: Making, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (signal.aborted || error instanceof Fenced) throw error
    log.warn(`no ${what}`, { contentId: run.contentId, error: (error as Error).message.slice(0, 2000) })
  }
}

/** In pixel seconds. Cutting a stream into segments costs next to nothing; pictures about a tenth of the ladder. */
function plan(source: Source) {
  const rungs = ladder(source)
  const whole = workOf(source, rungs)
  const lowest = workOf(source, rungs.slice(0, 1))
  const first = source.remuxable ? whole * 0.02 : lowest
  return { first, pictures: whole * 0.1, rest: source.remuxable ? whole : whole - lowest }
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
    if (stopping.aborted) return await handBack(run)
    if (await fail(run, error)) return
  } catch (late) {
    if (late instanceof Fenced) return
    throw late
  }
  throw error
}
