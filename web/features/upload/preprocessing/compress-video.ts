import {
  Conversion,
  type Input,
  type InputVideoTrack,
  Mp4OutputFormat,
  Output,
  Quality,
  StreamTarget,
} from 'mediabunny'
import { hasHiddenFrames } from './mp4-edit-list.ts'
import { chooseOutputContainer, type OutputContainer } from './output-container.ts'
import { type PreprocessingJob, openMediaInput } from './remux-video.ts'
import { PreprocessingUnsupportedError } from './preprocessing-unsupported-error.ts'

/** The maximum lengths of the longer side and the shorter side of a 1080p picture, in pixels. */
const maxSides = { long: 1920, short: 1080 }
/**
 * The target bit rate in bits per pixel and frame. For 1080p at 30 frames per second, the target is 5 Mbit/s.
 */
const bitsPerPixel = 0.08
const leastBitrate = 400_000

/**
 * The target bit rate of a trimmed video, as a multiple of the original bit rate. The trimmed video gets a
 * higher bit rate, because encoding a second time costs quality, and H.264 needs more bits than newer codecs.
 */
const trimmedBitrateFactor = { h264: 1.25, newer: 1.75 }

interface EncodingTarget {
  bitrate: number
  size: { width?: number; height?: number; fit?: 'fill' }
}

/**
 * Re-encodes a video as H.264 at up to 1080p. The audio is copied without re-encoding if possible. Throws
 * PreprocessingUnsupportedError if the browser cannot encode the video, or if the result would not be
 * smaller.
 */
export function compressVideo(job: PreprocessingJob): Promise<OutputContainer['extension']> {
  return encodeVideo(job, chooseTargetSize)
}

/**
 * Re-encodes the chosen part of a video as H.264 without scaling it. Unlike a copied part, a re-encoded part
 * can start at any frame. The new file contains no frame and no sound from outside the chosen part. Throws
 * PreprocessingUnsupportedError if the browser cannot encode the video, or if an edit list in the original
 * hides frames.
 */
export async function encodeTrimmedVideo(job: PreprocessingJob): Promise<OutputContainer['extension']> {
  if (await hasHiddenFrames(job.file)) throw new PreprocessingUnsupportedError('an edit list')
  return encodeVideo(job, keepSize)
}

async function encodeVideo(
  { file, to, trim, onProgress }: PreprocessingJob,
  chooseTarget: (video: InputVideoTrack) => Promise<EncodingTarget>,
): Promise<OutputContainer['extension']> {
  using input = openMediaInput(file)
  const video = (await input.canRead()) ? await input.getPrimaryVideoTrack() : null
  if (!video || !(await video.canDecode()))
    throw new PreprocessingUnsupportedError('pictures that this browser cannot decode')
  const target = await chooseTarget(video)
  const container = trim
    ? chooseOutputContainer(['avc', ...(await readAudioCodecs(input))], 'matroska')
    : { format: new Mp4OutputFormat(), extension: 'mp4' as const }
  const output = new Output({ format: container.format, target: new StreamTarget(to, { chunked: true }) })
  const conversion = await Conversion.init({
    input,
    output,
    tracks: 'primary',
    video: {
      codec: 'avc',
      ...target.size,
      quality: new Quality({ bitrate: target.bitrate }),
      forceTranscode: true,
      keyFrameInterval: 2,
    },
    // Audio packets that begin before the chosen part or end after it are omitted.
    ...(trim && { trim, copy: { boundaryPolicy: 'shrink' } }),
    tags: {},
    showWarnings: false,
  })
  if (!conversion.isValid || hasLostTracks(conversion))
    throw new PreprocessingUnsupportedError('no encoder for it')
  conversion.onProgress = onProgress
  await conversion.execute()
  return container.extension
}

async function readAudioCodecs(input: Input): Promise<string[]> {
  const track = await input.getPrimaryAudioTrack()
  const codec = track && (await track.getCodec())
  return codec ? [codec] : []
}

async function keepSize(video: InputVideoTrack): Promise<EncodingTarget> {
  const [width, height] = [await video.getDisplayWidth(), await video.getDisplayHeight()]
  const { averagePacketRate: rate, averageBitrate } = await video.computePacketStats(300)
  const factor = (await video.getCodec()) === 'avc' ? trimmedBitrateFactor.h264 : trimmedBitrateFactor.newer
  const usual = Math.max(leastBitrate, width * height * rate * bitsPerPixel)
  return { bitrate: Math.round(Math.max(usual, averageBitrate * factor)), size: {} }
}

/**
 * Chooses a picture size of at most 1080p and a target bit rate. Throws PreprocessingUnsupportedError if the
 * target bit rate is not at least 10% below the bit rate of the source.
 */
async function chooseTargetSize(video: InputVideoTrack): Promise<EncodingTarget> {
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
 * Computes the size of a portrait or landscape video after scaling it down to fit within 1080p. Video
 * encoders require an even width and height.
 */
export function fitDimensionsWithin1080p(width: number, height: number) {
  const scale = Math.min(1, maxSides.long / Math.max(width, height), maxSides.short / Math.min(width, height))
  const even = (side: number) => Math.max(2, Math.round((side * scale) / 2) * 2)
  return { scale, width: even(width), height: even(height) }
}

/**
 * Returns true if the compressed video would lose an audio or video track, in which case the original must be
 * uploaded.
 */
function hasLostTracks({ discardedTracks }: Conversion): boolean {
  return discardedTracks.some(
    ({ track, reason }) => track.type !== 'subtitle' && reason !== 'discarded_by_user',
  )
}
