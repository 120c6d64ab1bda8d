import sharp from 'sharp'
import { Refusal } from '#contract/refusals.ts'

// One picture at a time and no cache: memory matters more here than speed.
sharp.cache(false)
sharp.concurrency(1)

const maxPixels = 33_177_600
const formats = new Set(['jpeg', 'png', 'webp', 'gif'])

/**
 * Makes a clean WebP of a picture somebody sent: decoded, turned upright, scaled to fit `width` × `height` pixels
 * (cropped with `cover`), without metadata, first frame only. Throws the Refusal that says what is wrong with it.
 */
export async function cleanPicture(
  bytes: Uint8Array,
  size: { width: number; height: number; fit: 'inside' | 'cover' },
): Promise<Uint8Array> {
  await inspect(bytes)
  try {
    return await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 })
      .autoOrient()
      .resize({ ...size, withoutEnlargement: size.fit === 'inside' })
      .webp({ quality: 82 })
      .timeout({ seconds: 10 })
      .toBuffer()
  } catch {
    throw new Refusal('image_unreadable')
  }
}

/** What it is and how large it says it is, from its own bytes; the file's name means nothing. */
async function inspect(bytes: Uint8Array): Promise<void> {
  if (!looksLikeAPicture(bytes)) throw new Refusal('image_unsupported')
  const found = await sharp(bytes, { limitInputPixels: false, pages: 1 })
    .metadata()
    .catch(() => null)
  if (!found) throw new Refusal('image_unreadable')
  if (!formats.has(found.format)) throw new Refusal('image_unsupported')
  if (found.width * found.height > maxPixels) throw new Refusal('image_too_many_pixels')
}

/** The first bytes of JPEG, PNG, GIF and WebP. Everything else never reaches a decoder. */
function looksLikeAPicture(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  return (
    head.startsWith('\xff\xd8\xff') ||
    head.startsWith('\x89PNG\r\n\x1a\n') ||
    /^GIF8[79]a/.test(head) ||
    (head.startsWith('RIFF') && head.slice(8) === 'WEBP')
  )
}
