import { createHash } from 'node:crypto'
import { ApiError } from '#contract/errors/api-error.ts'
import { mediaSharedCacheSeconds, usernamePattern } from '#contract/limits.ts'
import { feedFormats, type FeedFormatName, getFeedDate } from './feed-formats.ts'
import { loadCreatorFeed } from './load-creator-feed.ts'

/**
 * Serves a feed of a creator. A request with the current ETag gets status 304. The date is not compared, because hiding a
 * video does not make the feed newer, and readers have to learn about it.
 */
export async function serveFeed(
  username: string,
  format: FeedFormatName,
  request: Request,
): Promise<Response> {
  if (!usernamePattern.test(username)) throw new ApiError('creator_not_found')
  const feed = await loadCreatorFeed(username)
  const { mediaType, build } = feedFormats[format]
  const body = build(feed)
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`
  const headers = {
    'content-type': `${mediaType}; charset=utf-8`,
    'cache-control': `public, max-age=${mediaSharedCacheSeconds}`,
    'access-control-allow-origin': '*',
    'last-modified': getFeedDate(feed).toUTCString(),
    etag,
  }
  const known = request.headers.get('if-none-match') ?? ''
  if (known.includes(etag)) return new Response(null, { status: 304, headers })
  return new Response(body, { headers })
}
