/*
 * A process of its own, behind fences, for one picture: reads the wanted size (a line of JSON) and the picture's bytes, writes a
 * line of JSON that says how it went, and after it the bytes of a clean WebP. Started by clean.ts only.
 */
import sharp, { type Sharp } from 'sharp'
import type { Answer, Wanted } from './clean.ts'

// The library knows dozens of formats, SVG and PDF among them. It is to know four, and no cache: memory matters more than speed.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['JpegBuffer', 'PngBuffer', 'WebpBuffer', 'NsgifBuffer'].map((name) => `VipsForeignLoad${name}`),
})
sharp.cache(false)
sharp.concurrency(1)

const { maxPixels, ...size }: Wanted = JSON.parse(process.argv[2]!)
const bytes = Buffer.concat(await process.stdin.toArray())
const said = await clean().catch(() => refuse('image_unreadable'))
process.stdout.write(`${JSON.stringify(said.answer)}\n`)
if (said.picture) process.stdout.write(said.picture)

async function clean(): Promise<{ answer: Answer; picture?: Buffer }> {
  // What it says of itself: asked before a pixel is made.
  const { width, height } = await sharp(bytes, { limitInputPixels: false, pages: 1 }).metadata()
  if (width * height > maxPixels) return refuse('image_too_many_pixels')
  const picture = await anew(sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 }))
  return { answer: { bytes: picture.length }, picture }
}

/** Upright, no larger than wanted, and without a word beside the picture. */
function anew(from: Sharp): Promise<Buffer> {
  return from
    .autoOrient()
    .resize({ ...size, withoutEnlargement: size.fit === 'inside' })
    .webp({ quality: 82 })
    .toBuffer()
}

function refuse(refused: 'image_unreadable' | 'image_too_many_pixels'): { answer: Answer; picture?: Buffer } {
  return { answer: { refused } }
}
