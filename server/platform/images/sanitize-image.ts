import { once } from 'node:events'
import { dirname, join, sep } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { ApiError } from '#contract/errors/api-error.ts'
import {
  detectSandboxTools,
  SandboxUnavailableError,
  spawnSandboxed,
} from '#media/sandbox/spawn-sandboxed.ts'
import { log } from '../log.ts'
import { limitConcurrency } from '../concurrency-limit.ts'

export interface ImageTargetSize {
  width: number
  height: number
  fit: 'inside' | 'cover'
  /**
   * If set, one smaller version is created for each entry, which is the length of that version's longer side
   * in pixels.
   */
  variantSides?: readonly number[]
}

/** The image at the requested size, and the smaller versions in the order of `variantSides`. */
export type SanitizedImage = { whole: Uint8Array; smaller: Uint8Array[] }

/** The request to the decoder process. */
export type ImageDecoderRequest = ImageTargetSize & { maxPixels: number }

/** The first line of the decoder's output, which precedes the bytes of the images. */
export type ImageDecoderResponse =
  | { bytes: number[] }
  | { refused: 'image_unreadable' | 'image_too_many_pixels' }

const MB = 1024 ** 2
/**
 * The limits of the decoder process. Decoding an image of the maximum size needs 250 MB of memory (33
 * megapixels in four channels are 133 MB). Node itself reserves 550 MB of virtual memory but uses only 45 MB
 * of it.
 */
const limits = { cpuSeconds: 20, memory: 8192 * MB, data: 1024 * MB }
const wallMs = 15_000

const decoder = join(import.meta.dirname, 'decoder-process.ts')
const home = join(import.meta.dirname, '../../..')
/** The `node_modules` folder in which sharp is installed. */
const packages = (() => {
  const sharp = fileURLToPath(import.meta.resolve('sharp'))
  return sharp.slice(0, sharp.lastIndexOf(`${sep}sharp${sep}`))
})()
const readable = [decoder, join(home, 'package.json'), packages, dirname(process.execPath)]

// At most two decoders run at a time, so that enough CPU time remains for other requests. If eight images are
// already waiting, further uploads are rejected, and the sender is asked to retry.
const inTurn = limitConcurrency({ maxConcurrent: 2, maxWaiting: 8 })

/**
 * Converts the first frame of an uploaded image to WebP without metadata. The image is rotated upright and
 * scaled to fit `width` × `height` pixels, or scaled and cropped to exactly this size if `fit` is `cover`.
 * The image is decoded in a sandboxed process with no access to the network or to stored files, and with
 * tight limits on memory and time. Throws an error that describes what is wrong with the image.
 */
export async function sanitizeImage(bytes: Uint8Array, size: ImageTargetSize): Promise<SanitizedImage> {
  if (!hasImageSignature(bytes)) throw new ApiError('image_unsupported')
  return inTurn('pictures', () => decode(bytes, { ...size, maxPixels: 33_177_600 }))
}

async function decode(bytes: Uint8Array, wanted: ImageDecoderRequest): Promise<SanitizedImage> {
  const argv = [
    process.execPath,
    '--max-old-space-size=64',
    '--v8-pool-size=0',
    decoder,
    JSON.stringify(wanted),
  ] as const
  // The decoder runs at normal priority, because a person is waiting for the result.
  const sandbox = { ...(await detectSandboxTools().catch(toUnavailable)), nice: false }
  const { child, kill } = spawnSandboxed(argv, { ...limits, readable }, sandbox, 'pipe')
  const late = setTimeout(kill, wallMs)
  child.stderr!.resume()
  pipeline(Readable.from([bytes]), child.stdin!).catch(() => {}) // the decoder can stop reading early
  const said = await Promise.all([buffer(child.stdout!), once(child, 'close')]).catch(() => null)
  clearTimeout(late)
  if (!said) throw new ApiError('unavailable')
  const [out, [code, signal]] = said
  const end = out.indexOf('\n')
  const answer = end < 0 ? null : (JSON.parse(out.toString('latin1', 0, end)) as ImageDecoderResponse)
  if (answer && 'refused' in answer) throw new ApiError(answer.refused)
  const clean = answer && splitImages(out.subarray(end + 1), answer.bytes)
  if (clean) return clean
  // If the decoder crashed or exceeded its limits, the image counts as unreadable, and a warning is logged
  // for the operator.
  log.warn('image decoder crashed or exceeded its limits', {
    code: code as number | null,
    signal: signal as string | null,
  })
  throw new ApiError('image_unreadable')
}

/**
 * Rethrows an error. If the sandbox does not work, the image is not decoded, and the `unavailable` error asks
 * the sender to retry later.
 */
function toUnavailable(error: unknown): never {
  throw error instanceof SandboxUnavailableError ? new ApiError('unavailable') : error
}

/**
 * Splits the decoder's output into images. Returns null unless the images have exactly the total length that
 * the output's first line announces.
 */
function splitImages(bytes: Uint8Array, lengths: readonly number[]): SanitizedImage | null {
  let at = 0
  const [whole, ...smaller] = lengths.map((length) => bytes.subarray(at, (at += length)))
  return whole && at === bytes.length ? { whole, smaller } : null
}

/**
 * Returns whether the bytes begin with the signature of a JPEG, PNG, GIF or WebP file. Images in any other
 * format never reach a decoder.
 */
function hasImageSignature(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  return (
    head.startsWith('\xff\xd8\xff') ||
    head.startsWith('\x89PNG\r\n\x1a\n') ||
    /^GIF8[79]a/.test(head) ||
    (head.startsWith('RIFF') && head.slice(8) === 'WEBP')
  )
}
