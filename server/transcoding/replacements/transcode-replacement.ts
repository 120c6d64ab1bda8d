import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { encodeFirstRendition, encodeRemainingRenditions } from '#media/encode/encode.ts'
import { hasVideoTrack } from '#media/hls/master-playlist.ts'
import type { Rendition } from '#media/hls/rendition.ts'
import { MediaRejectedError } from '#media/media-rejection.ts'
import { probeVideo } from '#media/probe/probe-video.ts'
import { SandboxUnavailableError } from '#media/sandbox/spawn-sandboxed.ts'
import { log } from '#server/platform/log.ts'
import type { JobContext } from '#server/platform/queue/queue.ts'
import { settleAllOrThrow } from '#server/platform/settle-all-or-throw.ts'
import { storage } from '#server/platform/storage/storage.ts'
import { defaultEncodeSpeed, getEncodingTimeLimit, loadMedianEncodeSpeed } from '../encode-speed.ts'
import { trackEncodeSpeed } from '../encode-speed-metrics.ts'
import { killOrphanedProcesses } from '../orphaned-processes.ts'
import { PausableTimeout } from '../pausable-timeout.ts'
import { getTranscodeOutputFolder, createTranscodeOutputFolder } from '../publish-outputs.ts'
import { hashAndRejectRemovedMedia } from '../removed-media-match.ts'
import { withStorageRetry } from '../storage-retry.ts'
import { maxTranscodeAttempts, StaleAttemptError, type TranscodeAttempt } from '../transcode-attempt.ts'
import { TranscodeProgress } from '../transcode-progress.ts'
import { estimateSteps, bitrateLadderScheduler, minimumOriginalDownloadRate } from '../transcode-steps.ts'
import { isSandboxAvailable } from '../media-tools/wait-for-sandbox.ts'
import { makeImagesAndMeasureLoudness, type ReplacementTranscode } from './images-and-loudness.ts'
import { publishReplacement } from './publish-replacement.ts'
import { markVideoReplacementFailed, rejectReplacement } from './replacement-failure.ts'
import { beginReplacementAttempt, saveReplacementProgress } from './replacement-attempt.ts'
import { postponeReplacement, requeueReplacementAttempt } from './requeue-replacement.ts'

const neverAborted = new AbortController().signal

/**
 * Transcodes the new file of an item. Unlike a new upload, the new file is published only when all renditions
 * and images are complete, so that viewers never get a lower quality than before. The job can be killed and
 * run again at any point.
 */
export async function transcodeReplacement(
  { contentId }: { contentId: string },
  { signal, stopping = neverAborted }: Pick<JobContext, 'signal'> & Partial<JobContext>,
): Promise<void> {
  if (!(await isSandboxAvailable())) return postponeReplacement(contentId)
  const lost = new AbortController()
  const run = await beginReplacementAttempt(contentId, AbortSignal.any([signal, lost.signal]))
  if (!run) return
  // If processing a file kills the whole worker, the failure is not recorded, so the number of started
  // attempts is checked here.
  if (run.tries > maxTranscodeAttempts)
    return void (await markVideoReplacementFailed(run, new Error('all its workers died')))
  const progress = new TranscodeProgress(run, (error) => lost.abort(error), saveReplacementProgress)
  const timer = new PausableTimeout(
    getEncodingTimeLimit(0, null) + run.fileSize / minimumOriginalDownloadRate,
    (error) => lost.abort(error),
  )
  try {
    await killOrphanedProcesses(run)
    await createTranscodeOutputFolder(run)
    const folders = { input: join(run.folder, 'input'), out: getTranscodeOutputFolder(run) }
    await encodeAndPublish({ run, progress, timer, signal: run.signal, ...folders })
  } catch (error) {
    await handleError(run, lost.signal.aborted ? lost.signal.reason : error, stopping)
  } finally {
    timer.end()
    progress.end()
    await rm(run.folder, { recursive: true, force: true })
  }
}

async function encodeAndPublish(making: ReplacementTranscode): Promise<void> {
  const { run, signal, input, progress, timer } = making
  await withStorageRetry(run, () => storage.fetchTo(run.original, input))
  const [sha256, source] = await settleAllOrThrow([
    hashAndRejectRemovedMedia(run, input),
    probeVideo(input, { signal }),
  ])
  const work = estimateSteps(source)
  const total = work.first + work.pictures + work.rest
  const speed = await loadMedianEncodeSpeed()
  progress.plan(total, speed)
  timer.restart(getEncodingTimeLimit(total, speed))
  timer.pause()
  const onFirst = trackEncodeSpeed('first', source.duration, progress.step(work.first))
  const onLadder = trackEncodeSpeed('ladder', source.duration, progress.step(work.rest))
  const onImages = progress.step(work.pictures)
  const seconds = total / (speed ?? defaultEncodeSpeed)
  const renditions = await bitrateLadderScheduler(seconds, signal, async () => {
    timer.resume()
    const first = await encodeFirstRendition({ ...making, source, onProgress: onFirst })
    const rest = await encodeRemainingRenditions({ ...making, source, done: first, onProgress: onLadder })
    return keepLadder([first, ...rest])
  })
  const extras = await makeImagesAndMeasureLoudness(making, source, renditions)
  onImages(1)
  const video = renditions.find(hasVideoTrack)
  const { perceptualHash, textTracks, ...images } = extras
  await publishReplacement(run, source, {
    renditions,
    ...images,
    outputs: {
      duration_seconds: video?.duration ?? source.duration,
      width: source.width,
      height: source.height,
      sha256: sha256.toString('hex'),
      perceptual_hash: perceptualHash?.toString('base64') ?? null,
      text_tracks: textTracks ?? [],
    },
  })
}

/** As with uploads, leaves out a remuxed first rendition once the ladder exists. */
function keepLadder(renditions: Rendition[]): Rendition[] {
  const ladder = renditions.filter(({ name }) => name !== 'source')
  return ladder.some(hasVideoTrack) ? ladder : renditions
}

/** Handles the failure of an attempt. Throws if the queue should retry. */
async function handleError(run: TranscodeAttempt, error: unknown, stopping: AbortSignal): Promise<void> {
  try {
    if (error instanceof StaleAttemptError)
      return log.info('a stale attempt was stopped', { contentId: run.contentId })
    if (error instanceof MediaRejectedError) return await rejectReplacement(run, error)
    if (error instanceof SandboxUnavailableError) return await postponeReplacement(run.contentId, run)
    if (stopping.aborted) return await requeueReplacementAttempt(run)
    if (await markVideoReplacementFailed(run, error)) return
  } catch (failure) {
    if (failure instanceof StaleAttemptError) return
    throw failure
  }
  throw error
}
