import { config } from '#server/platform/config.ts'

/*
 * Paths that crawlers do not need to fetch. Pages that must not be indexed are deliberately not listed,
 * because a crawler sees their `noindex` only if it can fetch them.
 */
const disallowedPaths = [
  '/api/',
  '/dashboard',
  '/create',
  '/upload',
  '/settings',
  '/notifications',
  '/welcome',
  '/dev/',
]

export function serveRobotsTxt(): Response {
  const lines = [
    'User-agent: *',
    ...disallowedPaths.map((path) => `Disallow: ${path}`),
    'Allow: /api/docs',
    '',
    `Sitemap: ${config.publicUrl}/sitemap.xml`,
    '',
  ]
  return new Response(lines.join('\n'), {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  })
}
