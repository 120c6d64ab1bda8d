import { sql } from 'kysely'
import { categories, categoryNames } from '#contract/discovery/categories.ts'
import { isAfterContentCursor, contentCursor } from '#server/content/content-cards.ts'
import { config } from '#server/platform/config.ts'
import { db } from '#server/platform/db/db.ts'
import { everyNthDiscoverableItemSql, selectIndexableItems } from '#server/access-policy/content-queries.ts'

/** The number of URLs in each sitemap file. The sitemap protocol allows up to 50,000 URLs in a file. */
const urlsPerSitemapFile = 5000

/* Implements the sitemaps.org protocol 0.9: an index of parts, each with at most 50,000 URLs. */

/** The paths of pages that everyone can open. */
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

/**
 * Serves `/sitemap.xml`. It lists the pages and then the indexable videos, oldest first, so that
 * new videos change only the last sitemap file.
 */
export async function serveSitemapIndex(): Promise<Response> {
  const parts = [
    '/sitemap/pages.xml',
    ...(await loadCachedParts()).map((part) => `/sitemap/videos.xml${queryOf(part)}`),
  ]
  return createXmlResponse(
    'sitemapindex',
    parts.map((path) => `<sitemap><loc>${config.publicUrl}${escapeXml(path)}</loc></sitemap>`),
  )
}

export function servePagesSitemap(): Response {
  return createXmlResponse(
    'urlset',
    sitemapPaths.map((path) => urlElement(path)),
  )
}

/**
 * The cursor after which a part of the sitemap starts, and the cursor at which that part ends. The first part
 * has no start cursor, and the last part has no end cursor.
 */
export interface SitemapPart {
  after?: string | undefined
  until?: string | undefined
}

export async function serveVideosSitemap(
  { after: start, until }: SitemapPart,
  size = urlsPerSitemapFile,
): Promise<Response> {
  const rows = await selectIndexableItems()
    .select(['content.id', 'content.updated_at'])
    .where(isAfterContentCursor(start))
    .where(until === undefined ? sql<boolean>`true` : sql<boolean>`not ${isAfterContentCursor(until)}`)
    .orderBy('content.created_at')
    .orderBy('content.id')
    .limit(size)
    .execute()
  return createXmlResponse(
    'urlset',
    rows.map(({ id, updated_at }) => urlElement(`/watch/${id}`, updated_at)),
  )
}

const cacheMs = 600_000
let cached: { until: number; parts: Promise<SitemapPart[]> } | undefined

/**
 * Returns the parts of the sitemap. To find the parts, every video has to be counted, so the result is cached
 * for ten minutes.
 */
function loadCachedParts(): Promise<SitemapPart[]> {
  if (!cached || cached.until < Date.now()) {
    const parts = findSitemapParts()
    cached = { until: Date.now() + cacheMs, parts }
    parts.catch(() => (cached = undefined))
  }
  return cached.parts
}

/**
 * Finds the parts of the sitemap. Each part covers `size` discoverable videos and lists the indexable videos
 * among them.
 */
export async function findSitemapParts(size = urlsPerSitemapFile): Promise<SitemapPart[]> {
  const { rows } = await everyNthDiscoverableItemSql(size, contentCursor).execute(db)
  const ends = rows.map((row) => row.place)
  return [...ends, undefined].map((until, nth) => ({ after: ends[nth - 1], until }))
}

function queryOf(part: SitemapPart): string {
  const query = new URLSearchParams(
    Object.entries(part).filter(([, there]) => there !== undefined),
  ).toString()
  return query && `?${query}`
}

function escapeXml(path: string): string {
  return path.replaceAll('&', '&amp;')
}

function urlElement(path: string, changed?: Date): string {
  const lastmod = changed ? `<lastmod>${changed.toISOString()}</lastmod>` : ''
  return `<url><loc>${config.publicUrl}${path}</loc>${lastmod}</url>`
}

function createXmlResponse(root: 'sitemapindex' | 'urlset', entries: string[]): Response {
  const body = `<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</${root}>
`
  // The cache lifetime is short, so that hidden videos disappear from caches quickly.
  return new Response(body, {
    headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=10' },
  })
}
