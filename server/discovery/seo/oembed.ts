import { sql } from 'kysely'
import type { Content } from '#contract/content/content.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { selectContentCards, presentContent } from '#server/content/content-cards.ts'
import { config } from '#server/platform/config.ts'
import { getSetting } from '#server/platform/runtime-settings/runtime-settings.ts'
import { anonymousViewer } from '#server/platform/http/viewer.ts'
import { selectIndexableItems } from '#server/access-policy/content-queries.ts'

/**
 * Implements oEmbed 1.0 (oembed.com), which other sites use to embed videos. The response is the same 404 for
 * videos that cannot be embedded, are hidden or do not exist.
 */
export async function serveOembed(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url)
  if ((searchParams.get('format') ?? 'json') !== 'json') throw new ApiError('oembed_format')
  const item = await findEmbeddableItem(searchParams.get('url'))
  const size = fitFrameSize(item, sizeOf(searchParams, 'maxwidth'), sizeOf(searchParams, 'maxheight'))
  return Response.json(toOembed(item, size), {
    headers: { 'cache-control': 'public, max-age=10', 'access-control-allow-origin': '*' },
  })
}

/** Finds the item by the URL of its watch page or of its player. */
async function findEmbeddableItem(address: string | null): Promise<Content> {
  const path = pathOf(address)
  const id = /^\/watch\/([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})$/.exec(path)?.[1]
  const playbackId = /^\/embed\/([A-Za-z0-9_-]{10,64})$/.exec(path)?.[1]
  if (!id && !playbackId) throw new ApiError('content_not_found')
  const row = await selectContentCards(anonymousViewer, selectIndexableItems())
    .where(id ? sql<boolean>`content.id = ${id}` : sql<boolean>`content.playback_id = ${playbackId}`)
    .executeTakeFirst()
  if (!row) throw new ApiError('content_not_found')
  return presentContent(anonymousViewer, row)
}

function pathOf(address: string | null): string {
  if (!address || !URL.canParse(address)) return ''
  const url = new URL(address)
  return url.host === new URL(config.publicUrl).host ? url.pathname : ''
}

interface Size {
  width: number
  height: number
}

/**
 * Returns the largest player size that has the video's aspect ratio and fits into the given maximum width and
 * height, at most 720 pixels high.
 */
function fitFrameSize({ width, height }: Content, maxWidth: number, maxHeight: number): Size {
  const shape = (width ?? 16) / (height ?? 9)
  const high = Math.min(720, maxHeight, maxWidth / shape)
  return { width: Math.max(1, Math.floor(high * shape)), height: Math.max(1, Math.floor(high)) }
}

function sizeOf(given: URLSearchParams, name: 'maxwidth' | 'maxheight'): number {
  const text = given.get(name) ?? ''
  return /^[1-9]\d{0,4}$/.test(text) ? Number(text) : Infinity
}

function toOembed(item: Content, { width, height }: Size) {
  const { title, creator, playback_id, stream_thumbnail_url } = item
  const src = `${config.publicUrl}/embed/${playback_id}`
  const thumbnail = stream_thumbnail_url && {
    thumbnail_url: `${config.publicUrl}/media/${playback_id}/thumbnail?time=1s&height=720`,
    thumbnail_width: Math.round((720 * (item.width ?? 16)) / (item.height ?? 9)),
    thumbnail_height: 720,
  }
  return {
    version: '1.0',
    type: 'video',
    title,
    author_name: creator.display_name,
    author_url: `${config.publicUrl}/creator/${creator.username}`,
    provider_name: getSetting('site_name'),
    provider_url: config.publicUrl,
    width,
    height,
    html: `<iframe src="${src}" width="${width}" height="${height}" title="${escapeHtml(title)}" style="border:0" allow="fullscreen; picture-in-picture" allowfullscreen></iframe>`,
    ...thumbnail,
  }
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}
