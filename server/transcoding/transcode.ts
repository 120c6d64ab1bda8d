import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { encodeFirstRendition, encodeRemainingRenditions } from '#media/encode/encode.ts'
import { hasVideoTrack } from '#media/hls/master-playlist.ts'
import { probeVideo } from '#media/probe/probe-video.ts'
import type { Rendition } from '#media/hls/rendition.ts'
import { log } from '#server/platform/log.ts'
import { settleAllOrThrow } from '#server/platform/settle-all-or-throw.ts'
import { storage } from '#server/platform/storage/storage.ts'
import type { JobContext } from '#server/platform/queue/queue.ts'
import { withSpan } from '#server/platform/tracing/tracing.ts'
import {
  failTranscodeAttempt,
  finishTranscodeAttempt,
  handleAttemptError,
} from './transcode-attempt-outcome.ts'
import { isSandboxAvailable, postponeTranscodeUntilSandboxAvailable } from './media-tools/wait-for-sandbox.ts'
import { estimateSteps, bitrateLadderScheduler, minimumOriginalDownloadRate } from './transcode-steps.ts'
import { killOrphanedProcesses } from './orphaned-processes.ts'
import { TranscodeProgress } from './transcode-progress.ts'
import { hasRemovedMedia, hashAndRejectRemovedMedia, savePerceptualHash } from './removed-media-match.ts'
import {
  createTranscodeOutputFolder,
  getTranscodeOutputFolder,
  publishRenditions,
  saveSourceInfo,
} from './publish-outputs.ts'
import { type TranscodeAttempt, beginTranscodeAttempt, maxTranscodeAttempts } from './transcode-attempt.ts'
import { trackEncodeSpeed } from './encode-speed-metrics.ts'
import {
  recordEncodeSpeed,
  defaultEncodeSpeed,
  getEncodingTimeLimit,
  loadMedianEncodeSpeed,
} from './encode-speed.ts'
import { shouldEncodeInPieces } from './pieces/rung-groups.ts'
import { planTranscodePieces } from './pieces/plan-transcode-pieces.ts'
import { makeEarlyExtras, makeLateExtras, runOptionalStep } from './extras/transcode-extras.ts'
import { withStorageRetry } from './storage-retry.ts'
import { PausableTimeout } from './pausable-timeout.ts'
import { waitForPublication } from './publication-hold.ts'

/**
 * Makes an upload playable, then encodes the other renditions. The job can be killed and run again at any
 * point. A later attempt takes a higher fencing token and starts over.
 */
export async function transcodeContent(
  { contentId }: { contentId: string },
  {
    signal,
    stopping = neverAborted,
    releaseSlot = async () => {},
  }: Pick<JobContext, 'signal'> & Partial<JobContext>,
): Promise<void> {
  if (!(await isSandboxAvailable())) return postponeTranscodeUntilSandboxAvailable(contentId)
  const lost = new AbortController()
  const run = await beginTranscodeAttempt(contentId, AbortSignal.any([signal, lost.signal]))
  if (!run) return
  // If processing a file kills the whole worker, the failure is not recorded. The number of started attempts
  // is therefore checked here.
  if (run.tries > maxTranscodeAttempts) {
    await waitForPublication(run, { signal: stopping })
    return void (await failTranscodeAttempt(run, new Error('all its workers died')))
  }
  const progress = new TranscodeProgress(run, (error) => lost.abort(error))
  const timer = new PausableTimeout(
    getEncodingTimeLimit(0, null) + run.fileSize / minimumOriginalDownloadRate,
    (error) => lost.abort(error),
  )
  try {
    if (run.fence > 1) await killOrphanedProcesses(run)
    await createTranscodeOutputFolder(run)
    const folders = { input: join(run.folder, 'input'), out: getTranscodeOutputFolder(run) }
    await runTranscode({ run, progress, timer, signal: run.signal, ...folders }, releaseSlot)
  } catch (error) {
    await handleAttemptError(run, lost.signal.aborted ? lost.signal.reason : error, stopping)
  } finally {
    timer.end()
    progress.end()
    await rm(run.folder, { recursive: true, force: true })
  }
}

const neverAborted = new AbortController().signal

interface TranscodeContext {
  run: TranscodeAttempt
  progress: TranscodeProgress
  timer: PausableTimeout
  signal: AbortSignal
  input: string
  out: string
}

async function runTranscode(making: TranscodeContext, releaseSlot: () => Promise<void>): Promise<void> {
  const { run, signal, input, progress, timer } = making
  await withStorageRetry(run, () => storage.fetchTo(run.original, input))
  const [sha256, source] = await settleAllOrThrow([
    hashAndRejectRemovedMedia(run, input),
    probeVideo(input, { signal }),
  ])
  await saveSourceInfo(run, source)
  const work = estimateSteps(source)
  const speed = await loadMedianEncodeSpeed()
  progress.plan(work.first + work.pictures + work.rest, speed)
  timer.restart(getEncodingTimeLimit(work.first + work.pictures + work.rest, speed))

  const onFirst = trackEncodeSpeed('first', source.duration, progress.step(work.first))
  const first = await withSpan('internal', 'first rendition', {}, () =>
    encodeFirstRendition({ ...making, source, onProgress: onFirst }),
  )
  const saveHash = (of?: Rendition) => savePerceptualHash(run, sha256, { ...making, source, rendition: of })
  const mustCompare = await hasRemovedMedia()
  if (mustCompare) await saveHash(first)
  timer.pause()
  await waitForPublication(run, { signal, onWait: releaseSlot })
  timer.resume()
  await publishRenditions(run, source, [first])
  await releaseSlot()
  const onImagesDone = progress.step(work.pictures)
  if (shouldEncodeInPieces(run, source, first.name)) {
    await makeEarlyExtras(making, source)
    if (!mustCompare) await runOptionalStep('look', making, () => saveHash(first))
    return planTranscodePieces(run, source, first.name)
  }
  const onProgress = progress.step(work.rest)
  timer.pause()
  // The images are made in parallel with the ladder, because extracting images is a series of short decodes
  // that leaves cores idle.
  const [, rest] = await settleAllOrThrow([
    makeEarlyExtras(making, source).then(() => onImagesDone(1)),
    bitrateLadderScheduler(work.rest / (speed ?? defaultEncodeSpeed), signal, () => {
      timer.resume()
      return withSpan('internal', 'ladder', {}, () =>
        encodeLadder({ ...making, source, done: first, onProgress }, work.rest),
      )
    }),
  ])
  const encoded = [first, ...rest].filter((one) => one.name !== 'source' && hasVideoTrack(one))
  await makeLateExtras(making, source, encoded, mustCompare ? null : saveHash)
  await finishTranscodeAttempt(run)
  log.info('upload is ready', { contentId: run.contentId })
}

async function encodeLadder(
  making: Parameters<typeof encodeRemainingRenditions>[0] & TranscodeContext,
  work: number,
): Promise<Rendition[]> {
  const startedAt = performance.now()
  const onProgress = trackEncodeSpeed('ladder', making.source.duration, making.onProgress ?? (() => {}))
  const rest = await encodeRemainingRenditions({ ...making, onProgress })
  if (rest.length === 0) return rest
  await publishRenditions(making.run, making.source, rest)
  await recordEncodeSpeed(work, (performance.now() - startedAt) / 1000)
  return rest
}
