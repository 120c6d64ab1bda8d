/*
 * A sandboxed process that decodes one image. The process's input is a line of JSON with the target size,
 * followed by the image's bytes. The output is a line of JSON with the result, followed by the bytes of WebP
 * images without metadata. Only sanitize-image.ts starts this process.
 */
import sharp, { type Sharp } from 'sharp'
import type { ImageDecoderResponse, ImageDecoderRequest } from './sanitize-image.ts'

// Only four of the dozens of formats that libvips supports are enabled; SVG and PDF are not among them. The
// cache of libvips is off, because in this process low memory use matters more than speed.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['JpegBuffer', 'PngBuffer', 'WebpBuffer', 'NsgifBuffer'].map((name) => `VipsForeignLoad${name}`),
})
sharp.cache(false)
sharp.concurrency(1)

const { maxPixels, variantSides = [], ...size }: ImageDecoderRequest = JSON.parse(process.argv[2]!)
const bytes = Buffer.concat(await process.stdin.toArray())
const said = await clean().catch(() => refuse('image_unreadable'))
process.stdout.write(`${JSON.stringify(said.answer)}\n`)
for (const picture of said.pictures ?? []) process.stdout.write(picture)

interface Said {
  answer: ImageDecoderResponse
  pictures?: Buffer[]
}

async function clean(): Promise<Said> {
  // The size in the header is checked before any pixel is decoded.
  const { width, height } = await sharp(bytes, { limitInputPixels: false, pages: 1 }).metadata()
  if (width * height > maxPixels) return refuse('image_too_many_pixels')
  const { data, info } = await orientAndResize(
    sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 }),
  )
  const { width: wide, height: high, channels } = info
  const whole = () => sharp(data, { raw: { width: wide, height: high, channels } })
  const pictures = [await webp(whole())]
  for (const side of variantSides) {
    const inside = { width: side, height: side, fit: 'inside', withoutEnlargement: true } as const
    pictures.push(await webp(whole().resize(inside)))
  }
  return { answer: { bytes: pictures.map((picture) => picture.length) }, pictures }
}

/**
 * Rotates an image upright according to its metadata, and scales the image down. Returns raw pixels, which
 * cannot carry metadata.
 */
function orientAndResize(from: Sharp) {
  return from
    .autoOrient()
    .resize({ ...size, withoutEnlargement: size.fit === 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true })
}

function webp(from: Sharp): Promise<Buffer> {
  return from.webp({ quality: 82 }).toBuffer()
}

function refuse(refused: 'image_unreadable' | 'image_too_many_pixels'): Said {
  return { answer: { refused } }
}
