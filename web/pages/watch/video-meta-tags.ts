import type { MetaDescriptor } from 'react-router'
import type { ContentDetail } from '#contract/content/content.ts'
import { requestServicesContext } from '#web/api/request-context.ts'
import { pagePaths } from '#web/paths.ts'

/**
 * Builds the metadata of a video that search engines and other sites read: `VideoObject` (schema.org), the
 * Open Graph player, and the oEmbed endpoint. The server renders the metadata only for videos that search
 * engines may index. The router escapes the characters `<`, `>` and `&` in JSON, so a title or description
 * cannot close the script element.
 */
export function buildVideoMetaTags(
  { context }: { context: { get(key: typeof requestServicesContext): { publicUrl: string } } },
  item: ContentDetail,
): MetaDescriptor[] {
  if (!item.indexable || !item.playback_id) return []
  const { publicUrl } = context.get(requestServicesContext)
  const full = (path: string) => new URL(path, publicUrl).href
  const player = full(pagePaths.embed(item.playback_id))
  return [
    { 'script:ld+json': buildVideoStructuredData(item, full) },
    { property: 'og:video', content: player },
    { property: 'og:video:type', content: 'text/html' },
    { property: 'og:video:width', content: String(item.width ?? 1280) },
    { property: 'og:video:height', content: String(item.height ?? 720) },
    {
      tagName: 'link',
      rel: 'alternate',
      type: 'application/json+oembed',
      href: full(pagePaths.oembed(full(pagePaths.watch(item.id)))),
      title: item.title,
    },
  ]
}

export function buildVideoStructuredData(item: ContentDetail, full: (path: string) => string) {
  const { title, description, creator, cover_url, thumbnail_url, stream_url, playback_id } = item
  const pictures = [thumbnail_url, cover_url].filter((path) => path !== null)
  return {
    '@context': 'https://schema.org',
    '@type': 'VideoObject',
    name: title,
    description: description || title,
    ...(item.language && { inLanguage: item.language }),
    ...(pictures.length > 0 && { thumbnailUrl: pictures.map(full) }),
    uploadDate: item.created_at,
    ...(item.duration_seconds !== null && { duration: formatIsoDuration(item.duration_seconds) }),
    ...(stream_url && { contentUrl: full(stream_url) }),
    ...(playback_id && { embedUrl: full(pagePaths.embed(playback_id)) }),
    author: { '@type': 'Person', name: creator.display_name, url: full(pagePaths.creator(creator.username)) },
    interactionStatistic: [
      {
        '@type': 'InteractionCounter',
        interactionType: { '@type': 'LikeAction' },
        userInteractionCount: item.likes_count,
      },
      {
        '@type': 'InteractionCounter',
        interactionType: { '@type': 'CommentAction' },
        userInteractionCount: item.comments_count,
      },
    ],
  }
}

/**
 * Formats a duration in the ISO 8601 format. For example, 3725.4 s is formatted as `PT1H2M5S`. The duration
 * is rounded to whole seconds but is never less than one second.
 */
export function formatIsoDuration(seconds: number): string {
  const wholeSeconds = Math.max(1, Math.round(seconds))
  const [h, m, s] = [Math.floor(wholeSeconds / 3600), Math.floor(wholeSeconds / 60) % 60, wholeSeconds % 60]
  return `PT${h ? `${h}H` : ''}${m ? `${m}M` : ''}${s || wholeSeconds < 60 ? `${s}S` : ''}`
}
