import { once } from 'node:events'
import { dirname, join, sep } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { ApiError } from '#contract/errors/api-error.ts'
import { detectSandboxTools, SandboxUnavailable, spawnSandboxed } from '#media/sandbox/spawn-sandboxed.ts'
import { log } from '../log.ts'
import { limitConcurrency } from '../concurrency-limit.ts'

export interface ImageSize {
  width: number
  height: number
  fit: 'inside' | 'cover'
  /** Longest sides, in pixels, in which the picture is wanted besides. */
  smaller?: readonly number[]
}

/** The picture as it was wanted, and besides, in the order in which those were asked for. */
export type SanitizedImage = { whole: Uint8Array; smaller: Uint8Array[] }

/** What the decoder is told. */
export type DecodeOptions = ImageSize & { maxPixels: number }

/** What it says before the bytes. */
export type DecoderAnswer = { bytes: number[] } | { refused: 'image_unreadable' | 'image_too_many_pixels' }

const MB = 1024 ** 2
/** The largest pictures we take (33 megapixels in four channels are 133 MB) need 250 MB; Node itself sets 550 MB aside and uses 45. */
const limits = { cpuSeconds: 20, memory: 8192 * MB, data: 1024 * MB }
const wallMs = 15_000

const decoder = join(import.meta.dirname, 'decoder-process.ts')
const home = join(import.meta.dirname, '../../..')
/** Where the packages lie, wherever they were put. */
const packages = (() => {
  const sharp = fileURLToPath(import.meta.resolve('sharp'))
  return sharp.slice(0, sharp.lastIndexOf(`${sep}sharp${sep}`))
})()
const readable = [decoder, join(home, 'package.json'), packages, dirname(process.execPath)]

// Two at a time leave the cores to those who watch; who would have to wait behind eight others is told to come again.
const inTurn = limitConcurrency({ atOnce: 2, waiting: 8 })

/**
 * Makes a clean WebP of a picture somebody sent: decoded, turned upright, scaled to fit `width` × `height` pixels
 * (cropped with `cover`), without metadata, first frame only. It is decoded in a process of its own, without network, files, much
 * memory or time. Throws the Refusal that says what is wrong with it.
 */
export async function sanitizeImage(bytes: Uint8Array, size: ImageSize): Promise<SanitizedImage> {
  if (!hasImageSignature(bytes)) throw new ApiError('image_unsupported')
  return inTurn('pictures', () => decode(bytes, { ...size, maxPixels: 33_177_600 }))
}

async function decode(bytes: Uint8Array, wanted: DecodeOptions): Promise<SanitizedImage> {
  const words = [
    process.execPath,
    '--max-old-space-size=64',
    '--v8-pool-size=0',
    decoder,
    JSON.stringify(wanted),
  ] as const
  // Somebody waits for it, so it is not made nice.
  const walls = { ...(await detectSandboxTools().catch(toUnavailable)), nice: false }
  const { child, kill } = spawnSandboxed(words, { ...limits, readable }, walls, 'pipe')
  const late = setTimeout(kill, wallMs)
  child.stderr!.resume()
  pipeline(Readable.from([bytes]), child.stdin!).catch(() => {}) // it may stop reading early
  const said = await Promise.all([buffer(child.stdout!), once(child, 'close')]).catch(() => null)
  clearTimeout(late)
  if (!said) throw new ApiError('unavailable')
  const [out, [code, signal]] = said
  const end = out.indexOf('\n')
  const answer = end < 0 ? null : (JSON.parse(out.toString('latin1', 0, end)) as DecoderAnswer)
  if (answer && 'refused' in answer) throw new ApiError(answer.refused)
  const clean = answer && splitImages(out.subarray(end + 1), answer.bytes)
  if (clean) return clean
  // Its limits ended it, or it broke: then the picture is to blame, and somebody should know.
  log.warn('a picture ended its decoder', { code: code as number | null, signal: signal as string | null })
  throw new ApiError('image_unreadable')
}

/** A picture waits for the sandbox as a video does: its sender is told to come again. */
function toUnavailable(error: unknown): never {
  throw error instanceof SandboxUnavailable ? new ApiError('unavailable') : error
}

/** Null when they are not as long as was said. */
function splitImages(bytes: Uint8Array, lengths: readonly number[]): SanitizedImage | null {
  let at = 0
  const [whole, ...smaller] = lengths.map((length) => bytes.subarray(at, (at += length)))
  return whole && at === bytes.length ? { whole, smaller } : null
}

/** The first bytes of JPEG, PNG, GIF and WebP. Everything else never reaches a decoder. */
function hasImageSignature(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  return (
    head.startsWith('\xff\xd8\xff') ||
    head.startsWith('\x89PNG\r\n\x1a\n') ||
    /^GIF8[79]a/.test(head) ||
    (head.startsWith('RIFF') && head.slice(8) === 'WEBP')
  )
}
