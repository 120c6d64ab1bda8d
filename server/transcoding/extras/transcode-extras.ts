import { extractTextTracks } from '#media/captions/extract-text-tracks.ts'
import type { Rendition } from '#media/hls/rendition.ts'
import { measureLoudness } from '#media/loudness.ts'
import type { VideoSource } from '#media/probe/probe-video.ts'
import { SandboxUnavailableError } from '#media/sandbox/spawn-sandboxed.ts'
import { extractCoverFrames } from '#media/thumbnails/cover-frames.ts'
import { makeStoryboard } from '#media/thumbnails/storyboard.ts'
import { makeThumbnails } from '#media/thumbnails/thumbnails.ts'
import { saveEmbeddedCaptions } from '#server/captions/embedded-captions/save-embedded-captions.ts'
import { log } from '#server/platform/log.ts'
import { settleAllOrThrow } from '#server/platform/settle-all-or-throw.ts'
import { withSpan } from '#server/platform/tracing/tracing.ts'
import { publishCoverFrames, publishStoryboard, publishThumbnails } from '../publish-outputs.ts'
import {
  runInTranscodeAttemptTransaction,
  StaleAttemptError,
  type TranscodeAttempt,
} from '../transcode-attempt.ts'
import { posterVariants } from '../transcode-steps.ts'

/* Everything that a transcode makes besides the renditions. A video is complete without it. */

interface ExtrasContext {
  run: TranscodeAttempt
  signal: AbortSignal
  input: string
  out: string
}

/** Makes the images immediately, because videos without thumbnails look broken. Also measures loudness. */
export async function makeEarlyExtras(making: ExtrasContext, source: VideoSource): Promise<void> {
  const { run } = making
  await runOptionalStep('pictures', making, async () =>
    publishThumbnails(
      run,
      await makeThumbnails({ ...making, source, storyboard: 'later', posters: posterVariants }),
    ),
  )
  await runOptionalStep('text tracks', making, async () => {
    const tracks = await extractTextTracks({ ...making, source })
    if (tracks.length > 0)
      await runInTranscodeAttemptTransaction(run, (tx) => saveEmbeddedCaptions(tx, run.contentId, tracks))
  })
  await runOptionalStep('loudness', making, async () => {
    const loudness_lufs = await measureLoudness({ ...making, source })
    await runInTranscodeAttemptTransaction(run, async (tx) => {
      await tx.updateTable('content').set({ loudness_lufs }).where('id', '=', run.contentId).execute()
    })
  })
}

/**
 * Makes the storyboard, the cover frames and the perceptual hash from the small renditions that are already
 * encoded. The steps run in parallel, because each step mostly uses one core.
 */
export async function makeLateExtras(
  making: ExtrasContext,
  source: VideoSource,
  renditions: Rendition[],
  saveHash: ((of?: Rendition) => Promise<void>) | null,
): Promise<void> {
  const { run } = making
  const [rendition] = renditions
  await settleAllOrThrow([
    runOptionalStep('storyboard', making, async () =>
      publishStoryboard(run, await makeStoryboard({ ...making, source, rendition })),
    ),
    runOptionalStep('frames', making, async () =>
      publishCoverFrames(run, await extractCoverFrames({ ...making, source, renditions })),
    ),
    saveHash && runOptionalStep('look', making, () => saveHash(rendition)),
  ])
}

/** Runs an optional step, such as making the poster. If the step fails, the failure is only logged. */
export async function runOptionalStep(
  what: string,
  { run, signal }: ExtrasContext,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await withSpan('internal', what, {}, work)
  } catch (error) {
    if (signal.aborted || error instanceof StaleAttemptError || error instanceof SandboxUnavailableError)
      throw error
    log.warn(`no ${what}`, { contentId: run.contentId, error: (error as Error).message.slice(0, 2000) })
  }
}
