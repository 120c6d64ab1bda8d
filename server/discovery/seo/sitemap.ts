import { sql } from 'kysely'
import { categories, categoryNames } from '#contract/discovery/categories.ts'
import { sitemapPartSize } from '#contract/limits.ts'
import { isAfterContentCursor, contentCursor } from '#server/content/content-cards.ts'
import { config } from '#server/platform/config.ts'
import { db } from '#server/platform/db/db.ts'
import { everyNthDiscoverableItem, selectIndexableItems } from '#server/access-policy/items.ts'

/* sitemaps.org, protocol 0.9: an index of parts; a part may hold 50,000 addresses. */

/** Pages that are there for everybody. */
export const sitemapPaths = [
  '/',
  ...categoryNames.map((name) => categories[name].path),
  '/charts',
  '/about',
  '/careers',
  '/press',
  '/help',
  '/contact',
  '/safety',
  '/transparency',
  '/dmca',
  '/privacy',
  '/terms',
  '/cookies',
  '/notice',
  '/api/docs',
]

/** `/sitemap.xml`: the pages, then the videos that search engines may list, oldest first, so that full parts stay as they are. */
export async function serveSitemapIndex(): Promise<Response> {
  const parts = [
    '/sitemap/pages.xml',
    ...(await loadCachedParts()).map((part) => `/sitemap/videos.xml${queryOf(part)}`),
  ]
  return xml(
    'sitemapindex',
    parts.map((path) => `<sitemap><loc>${config.publicUrl}${escaped(path)}</loc></sitemap>`),
  )
}

export function servePagesSitemap(): Response {
  return xml(
    'urlset',
    sitemapPaths.map((path) => url(path)),
  )
}

/** What came after one place and until another; the first part has no beginning, the last one no end. */
export interface SitemapPart {
  after?: string | undefined
  until?: string | undefined
}

export async function serveVideosSitemap(
  { after: start, until }: SitemapPart,
  size = sitemapPartSize,
): Promise<Response> {
  const rows = await selectIndexableItems()
    .select(['content.id', 'content.updated_at'])
    .where(isAfterContentCursor(start))
    .where(until === undefined ? sql<boolean>`true` : sql<boolean>`not ${isAfterContentCursor(until)}`)
    .orderBy('content.created_at')
    .orderBy('content.id')
    .limit(size)
    .execute()
  return xml(
    'urlset',
    rows.map(({ id, updated_at }) => url(`/watch/${id}`, updated_at)),
  )
}

const keepMs = 600_000
let kept: { until: number; parts: Promise<SitemapPart[]> } | undefined

/** Finding them counts through all videos: asked for at most every ten minutes. */
function loadCachedParts(): Promise<SitemapPart[]> {
  if (!kept || kept.until < Date.now()) {
    const parts = findSitemapParts()
    kept = { until: Date.now() + keepMs, parts }
    parts.catch(() => (kept = undefined))
  }
  return kept.parts
}

/** A part ends with every `size`th video that somebody may find; of these it lists what may leave. */
export async function findSitemapParts(size = sitemapPartSize): Promise<SitemapPart[]> {
  const { rows } = await everyNthDiscoverableItem(size, contentCursor).execute(db)
  const ends = rows.map((row) => row.place)
  return [...ends, undefined].map((until, nth) => ({ after: ends[nth - 1], until }))
}

function queryOf(part: SitemapPart): string {
  const query = new URLSearchParams(
    Object.entries(part).filter(([, there]) => there !== undefined),
  ).toString()
  return query && `?${query}`
}

function escaped(path: string): string {
  return path.replaceAll('&', '&amp;')
}

function url(path: string, changed?: Date): string {
  const lastmod = changed ? `<lastmod>${changed.toISOString()}</lastmod>` : ''
  return `<url><loc>${config.publicUrl}${path}</loc>${lastmod}</url>`
}

function xml(root: 'sitemapindex' | 'urlset', entries: string[]): Response {
  const body = `<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</${root}>
`
  // Short, so that what was hidden leaves caches soon.
  return new Response(body, {
    headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=10' },
  })
}
