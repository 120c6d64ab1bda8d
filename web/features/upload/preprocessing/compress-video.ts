import { Conversion, type InputVideoTrack, Mp4OutputFormat, Output, Quality, StreamTarget } from 'mediabunny'
import { type PreprocessingJob, CannotPreprocessError, openMediaInput } from './remux-video.ts'

/** The longer and the shorter side of 1080p, in pixels. */
const maxSides = { long: 1920, short: 1080 }
/** Bits per pixel and frame: 5 Mbit/s for 1080p at 30 frames per second. */
const bitsPerPixel = 0.08
const leastBitrate = 400_000

/**
 * Re-encodes the video as H.264, at most 1080p; audio is copied if possible. Throws CannotPreprocessError if
 * the browser cannot do that or it would save nothing.
 */
export async function compressVideo({ file, to, onProgress }: PreprocessingJob): Promise<'mp4'> {
  using input = openMediaInput(file)
  const video = (await input.canRead()) ? await input.getPrimaryVideoTrack() : null
  if (!video || !(await video.canDecode()))
    throw new CannotPreprocessError('pictures that this browser cannot decode')
  const targetSize = await chooseTargetSize(video)
  const output = new Output({
    format: new Mp4OutputFormat(),
    target: new StreamTarget(to, { chunked: true }),
  })
  const conversion = await Conversion.init({
    input,
    output,
    tracks: 'primary',
    video: {
      codec: 'avc',
      ...targetSize.size,
      quality: new Quality({ bitrate: targetSize.bitrate }),
      forceTranscode: true,
      keyFrameInterval: 2,
    },
    tags: {},
    showWarnings: false,
  })
  if (!conversion.isValid || hasLostTracks(conversion)) throw new CannotPreprocessError('no encoder for it')
  conversion.onProgress = onProgress
  await conversion.execute()
  return 'mp4'
}

/** Scales down to 1080p if larger, and never exceeds the source's bit rate. */
async function chooseTargetSize(video: InputVideoTrack) {
  const [width, height] = [await video.getDisplayWidth(), await video.getDisplayHeight()]
  const { averagePacketRate: rate, averageBitrate } = await video.computePacketStats(300)
  const fit = fitWithin1080p(width, height)
  const bitrate = Math.round(Math.max(leastBitrate, fit.width * fit.height * rate * bitsPerPixel))
  const gains = bitrate < averageBitrate * 0.9
  if (!gains) throw new CannotPreprocessError('small already')
  return {
    bitrate,
    size: fit.scale < 1 ? { width: fit.width, height: fit.height, fit: 'fill' as const } : {},
  }
}

/** Fits either orientation within 1920 × 1080, with even sides as encoders require. */
export function fitWithin1080p(width: number, height: number) {
  const scale = Math.min(1, maxSides.long / Math.max(width, height), maxSides.short / Math.min(width, height))
  const even = (side: number) => Math.max(2, Math.round((side * scale) / 2) * 2)
  return { scale, width: even(width), height: even(height) }
}

/** Losing the audio is not compression but damage. */
function hasLostTracks({ discardedTracks }: Conversion): boolean {
  return discardedTracks.some(
    ({ track, reason }) => track.type !== 'subtitle' && reason !== 'discarded_by_user',
  )
}
