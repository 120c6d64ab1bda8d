import { extractTextTracks } from '#media/captions/extract-text-tracks.ts'
import { computeVideoHash } from '#media/fingerprint/fingerprint.ts'
import { hasVideoTrack } from '#media/hls/master-playlist.ts'
import type { Rendition } from '#media/hls/rendition.ts'
import { measureLoudness } from '#media/loudness.ts'
import type { VideoSource } from '#media/probe/probe-video.ts'
import { SandboxUnavailableError } from '#media/sandbox/spawn-sandboxed.ts'
import { extractCoverFrames } from '#media/thumbnails/cover-frames.ts'
import { makeStoryboard } from '#media/thumbnails/storyboard.ts'
import { makeThumbnails } from '#media/thumbnails/thumbnails.ts'
import { toEmbeddedCaptions } from '#server/captions/embedded-captions/save-embedded-captions.ts'
import { log } from '#server/platform/log.ts'
import { settleAllOrThrow } from '#server/platform/settle-all-or-throw.ts'
import type { PausableTimeout } from '../pausable-timeout.ts'
import { hasRemovedMedia } from '../removed-media-match.ts'
import type { TranscodeAttempt } from '../transcode-attempt.ts'
import type { TranscodeProgress } from '../transcode-progress.ts'
import { posterVariants } from '../transcode-steps.ts'

/**
 * An attempt to transcode the new file of an item. `input` is the path of the new file, and `out` is the path
 * of the results.
 */
export interface ReplacementTranscode {
  run: TranscodeAttempt
  progress: TranscodeProgress
  timer: PausableTimeout
  signal: AbortSignal
  input: string
  out: string
}

/**
 * Makes the images, measures the loudness and reads the text tracks. If one of these steps fails, the failure
 * is only logged. However, if there is removed media to compare with, a failure to compute the perceptual
 * hash is thrown.
 */
export async function makeImagesAndMeasureLoudness(
  making: ReplacementTranscode,
  source: VideoSource,
  renditions: Rendition[],
) {
  const { run } = making
  const encoded = renditions.filter((one) => one.name !== 'source' && hasVideoTrack(one))
  const [rendition] = encoded
  const optional = async <T>(what: string, work: () => Promise<T>): Promise<T | null> => {
    try {
      return await work()
    } catch (error) {
      if (making.signal.aborted || error instanceof SandboxUnavailableError) throw error
      log.warn(`no ${what}`, { contentId: run.contentId, error: (error as Error).message.slice(0, 2000) })
      return null
    }
  }
  const hash = () => computeVideoHash({ ...making, source, rendition })
  const mustCompare = await hasRemovedMedia()
  const [thumbnails, loudness, storyboard, frames, textTracks, perceptualHash] = await settleAllOrThrow([
    optional('pictures', () =>
      makeThumbnails({ ...making, source, storyboard: 'later', posters: posterVariants }),
    ),
    optional('loudness', () => measureLoudness({ ...making, source })),
    optional('storyboard', () => makeStoryboard({ ...making, source, rendition })),
    optional('frames', () => extractCoverFrames({ ...making, source, renditions: encoded })),
    optional('text tracks', async () =>
      toEmbeddedCaptions(run.contentId, await extractTextTracks({ ...making, source })),
    ),
    mustCompare ? hash() : optional('look', hash),
  ])
  return { thumbnails, loudness, storyboard, frames, textTracks, perceptualHash }
}
