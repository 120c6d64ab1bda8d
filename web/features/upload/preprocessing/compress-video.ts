import { Conversion, type InputVideoTrack, Mp4OutputFormat, Output, Quality, StreamTarget } from 'mediabunny'
import { type PreprocessingJob, openMediaInput } from './remux-video.ts'
import { PreprocessingUnsupportedError } from './preprocessing-unsupported-error.ts'

/** The maximum lengths of the longer and the shorter side of a 1080p picture, in pixels. */
const maxSides = { long: 1920, short: 1080 }
/**
 * The target bit rate in bits per pixel per frame, which results in 5 Mbit/s for 1080p at 30 frames per
 * second.
 */
const bitsPerPixel = 0.08
const leastBitrate = 400_000

/**
 * Re-encodes a video as H.264 at up to 1080p. The audio is copied without re-encoding if possible. Throws
 * PreprocessingUnsupportedError if the browser cannot encode the video, or if the result would not be
 * smaller.
 */
export async function compressVideo({ file, to, onProgress }: PreprocessingJob): Promise<'mp4'> {
  using input = openMediaInput(file)
  const video = (await input.canRead()) ? await input.getPrimaryVideoTrack() : null
  if (!video || !(await video.canDecode()))
    throw new PreprocessingUnsupportedError('pictures that this browser cannot decode')
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
  if (!conversion.isValid || hasLostTracks(conversion))
    throw new PreprocessingUnsupportedError('no encoder for it')
  conversion.onProgress = onProgress
  await conversion.execute()
  return 'mp4'
}

/**
 * Chooses a size of at most 1080p and a target bit rate. Throws PreprocessingUnsupportedError if the target
 * bit rate is not at least 10 % below the bit rate of the source.
 */
async function chooseTargetSize(video: InputVideoTrack) {
  const [width, height] = [await video.getDisplayWidth(), await video.getDisplayHeight()]
  const { averagePacketRate: rate, averageBitrate } = await video.computePacketStats(300)
  const fit = fitDimensionsWithin1080p(width, height)
  const bitrate = Math.round(Math.max(leastBitrate, fit.width * fit.height * rate * bitsPerPixel))
  const gains = bitrate < averageBitrate * 0.9
  if (!gains) throw new PreprocessingUnsupportedError('small already')
  return {
    bitrate,
    size: fit.scale < 1 ? { width: fit.width, height: fit.height, fit: 'fill' as const } : {},
  }
}

/**
 * Computes the size of a portrait or landscape video after it has been scaled down to fit within 1080p. Video
 * encoders require an even width and height.
 */
export function fitDimensionsWithin1080p(width: number, height: number) {
  const scale = Math.min(1, maxSides.long / Math.max(width, height), maxSides.short / Math.min(width, height))
  const even = (side: number) => Math.max(2, Math.round((side * scale) / 2) * 2)
  return { scale, width: even(width), height: even(height) }
}

/**
 * Returns true if the compressed video would lack an audio or video track, so the original must be uploaded.
 */
function hasLostTracks({ discardedTracks }: Conversion): boolean {
  return discardedTracks.some(
    ({ track, reason }) => track.type !== 'subtitle' && reason !== 'discarded_by_user',
  )
}
