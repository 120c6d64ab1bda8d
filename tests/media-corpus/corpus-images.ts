import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { type OwnContent } from '#contract/content/own-content.ts'
import { putContentImage } from '#contract/content/content-images.ts'
import { buildEndpointPath } from '#contract/endpoint.ts'
import { type ApiErrorCode, describeApiError } from '#contract/errors/api-error.ts'
import { parseErrorResponse } from '#web/api/api-client.ts'
import type { CorpusClip } from './corpus-manifest.ts'
import { HttpTestClient } from '#tests/support/clients/http-test-client.ts'
import type { CorpusTestResult } from './corpus-test-result.ts'

/** The longest side of a stored image, in pixels. */
const longest = 1280

/** Sets an image as the cover of the user's own item and checks what a stranger receives. */
export async function checkCorpusImageUpload(
  member: HttpTestClient,
  contentId: string,
  clip: CorpusClip,
): Promise<CorpusTestResult> {
  const expected = refusalOf(clip)
  const path = buildEndpointPath(putContentImage, { params: { id: contentId, picture: 'cover' } })
  const startedAt = performance.now()
  const response = await member.fetch(path, { method: 'PUT', body: await readFile(clip.path) })
  const said = `${((performance.now() - startedAt) / 1000).toFixed(2)} s`
  if (!response.ok) {
    const { title, detail } = await parseErrorResponse(response)
    const right = expected && describeApiError(expected)
    const isRight = right?.title === title && right.detail === detail
    return {
      clip,
      said: `refused: ${title} / ${detail}`,
      wrongs: isRight ? [] : ['refused with these words'],
    }
  }
  if (expected) return { clip, said, wrongs: [`accepted, not refused with ${expected}`] }
  const { cover_url } = (await response.json()) as OwnContent
  const bytes = await (await new HttpTestClient(member.url).fetch(cover_url!)).arrayBuffer()
  const { told, wrongs } = await inspectImage(clip, Buffer.from(bytes))
  return { clip, said: `accepted as ${told} after ${said}`, wrongs }
}

/** The site accepts JPEG, PNG, WebP and GIF images of up to 33,177,600 pixels. */
function refusalOf({ name, width, height }: CorpusClip): ApiErrorCode | undefined {
  if (!/\.(jpe?g|png|webp|gif)$/i.test(name)) return 'image_unsupported'
  return width * height > 33_177_600 ? 'image_too_many_pixels' : undefined
}

async function inspectImage(clip: CorpusClip, bytes: Buffer): Promise<{ told: string; wrongs: string[] }> {
  const { format, width, height, pages = 1, hasAlpha, orientation, ...rest } = await sharp(bytes).metadata()
  const scale = Math.min(1, longest / Math.max(clip.width, clip.height))
  const wanted = { width: Math.round(clip.width * scale), height: Math.round(clip.height * scale) }
  const left = ['exif', 'xmp', 'iptc', 'icc', 'comments'].filter((name) => name in rest)
  const wrongs = [
    format === 'webp' ? [] : [`became ${format}`],
    width === wanted.width && height === wanted.height
      ? []
      : [`is ${width}x${height} instead of ${wanted.width}x${wanted.height}`],
    left.length > 0 || orientation !== undefined ? [`still has metadata: ${left.join(' ')}`] : [],
    pages > 1 ? ['still moves'] : [],
    clip.name.includes('alpha') && !hasAlpha ? ['lost its transparency'] : [],
    clip.facts
      .split(/[,;]\s*/)
      .filter((fact) => fact.length > 4 && bytes.includes(fact))
      .map((fact) => `holds ${fact}`),
  ].flat()
  return { told: `WebP ${width}x${height}`, wrongs }
}
