import { sql } from 'kysely'
import { categories, categoryNames } from '#contract/categories.ts'
import { sitemapPart } from '#contract/limits.ts'
import { after, place } from '../content/cards.ts'
import { config } from '../platform/config.ts'
import { db } from '../platform/db/db.ts'
import { leavingItems } from '../safety/items.ts'

/* sitemaps.org, protocol 0.9: an index of parts; a part may hold 50,000 addresses. */

/** Pages that are there for everybody. */
export const sitePages = [
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
export async function sitemapIndex(): Promise<Response> {
  const parts = [
    '/sitemap/pages.xml',
    ...(await partStarts()).map((start) => `/sitemap/videos.xml${start && `?after=${start}`}`),
  ]
  return xml(
    'sitemapindex',
    parts.map((path) => `<sitemap><loc>${config.publicUrl}${path}</loc></sitemap>`),
  )
}

export function sitemapPages(): Response {
  return xml(
    'urlset',
    sitePages.map((path) => url(path)),
  )
}

export async function sitemapVideos(start: string | null, size = sitemapPart): Promise<Response> {
  const rows = await leavingItems()
    .select(['content.id', 'content.updated_at'])
    .where(after(start ?? undefined))
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
let kept: { until: number; starts: Promise<string[]> } | undefined

/** Finding them counts through all videos: asked for at most every ten minutes. */
function partStarts(): Promise<string[]> {
  if (!kept || kept.until < Date.now()) {
    const starts = findPartStarts()
    kept = { until: Date.now() + keepMs, starts }
    starts.catch(() => (kept = undefined))
  }
  return kept.starts
}

/** Where each part begins: the first at the beginning, the next after every `size`th video. */
export async function findPartStarts(size = sitemapPart): Promise<string[]> {
  const rows = await db
    .selectFrom(
      leavingItems()
        .select(place.as('place'))
        .select(sql<number>`row_number() over (order by content.created_at, content.id)`.as('nth'))
        .as('numbered'),
    )
    .select('place')
    .where(sql<boolean>`nth % ${sql.lit(size)} = 0`)
    .orderBy('nth')
    .execute()
  return ['', ...rows.map((row) => row.place)]
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
