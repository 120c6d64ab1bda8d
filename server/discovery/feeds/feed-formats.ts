import type { Content } from '#contract/content/content.ts'
import { config } from '#server/platform/config.ts'
import { getSetting } from '#server/platform/runtime-settings/runtime-settings.ts'
import { buildXml, type XmlElement } from './build-xml.ts'
import type { CreatorFeed } from './load-creator-feed.ts'

/** A format of feeds: the name of its file, its media type and how it is built. */
interface FeedFormat {
  mediaType: string
  build(feed: CreatorFeed): string
}

export type FeedFormatName = 'rss' | 'atom' | 'podcast'

export const feedFormats: Record<FeedFormatName, FeedFormat> = {
  rss: { mediaType: 'application/rss+xml', build: buildRssFeed },
  atom: { mediaType: 'application/atom+xml', build: buildAtomFeed },
  podcast: { mediaType: 'application/rss+xml', build: buildPodcastFeed },
}

/** Returns when the newest item was published. */
export function getFeedDate({ items }: CreatorFeed): Date {
  return new Date(items[0]?.created_at ?? 0)
}

/** RSS 2.0 (rssboard.org). The name of the author is a `dc:creator`, because `author` requires an email address. */
function buildRssFeed(feed: CreatorFeed): string {
  return buildXml({
    rss: {
      '@version': '2.0',
      '@xmlns:atom': atomNamespace,
      '@xmlns:dc': 'http://purl.org/dc/elements/1.1/',
      channel: {
        ...channelElements(feed, 'rss'),
        item: feed.items.map((item) => ({ ...itemElements(item), 'dc:creator': nameOf(feed) })),
      },
    },
  })
}

/**
 * RSS 2.0 with the elements of Apple Podcasts. The enclosure is the HLS stream. Only creators can download their videos
 * as a file, and players ask for access to the stream again and again, so a video that was hidden stops playing.
 */
function buildPodcastFeed(feed: CreatorFeed): string {
  const { profile } = feed
  return buildXml({
    rss: {
      '@version': '2.0',
      '@xmlns:atom': atomNamespace,
      '@xmlns:itunes': 'http://www.itunes.com/dtds/podcast-1.0.dtd',
      channel: {
        ...channelElements(feed, 'podcast'),
        'itunes:author': nameOf(feed),
        'itunes:type': 'episodic',
        'itunes:explicit': 'false',
        'itunes:category': { '@text': 'TV & Film' },
        'itunes:image': { '@href': absolute(profile.avatar_url ?? '/icon-512.png') },
        item: feed.items.filter(({ stream_url }) => stream_url !== null).map(buildEpisode),
      },
    },
  })
}

function buildEpisode(item: Content): XmlElement {
  return {
    ...itemElements(item),
    enclosure: {
      '@url': absolute(item.stream_url!),
      '@type': 'application/vnd.apple.mpegurl',
      // A stream has no fixed number of bytes.
      '@length': '0',
    },
    'itunes:duration': Math.round(item.duration_seconds ?? 0),
    'itunes:explicit': 'false',
    'itunes:episodeType': 'full',
    ...(item.thumbnail_url && { 'itunes:image': { '@href': absolute(item.thumbnail_url) } }),
  }
}

/** Atom 1.0 (RFC 4287). */
function buildAtomFeed(feed: CreatorFeed): string {
  const { profile, items } = feed
  const page = absolute(`/creator/${profile.username}`)
  return buildXml({
    feed: {
      '@xmlns': atomNamespace,
      id: absolute(`/creator/id/${profile.user_id}`),
      title: nameOf(feed),
      ...(profile.bio && { subtitle: profile.bio }),
      updated: getFeedDate(feed).toISOString(),
      link: [
        { '@rel': 'alternate', '@type': 'text/html', '@href': page },
        { '@rel': 'self', '@type': 'application/atom+xml', '@href': feedUrl(profile.username, 'atom') },
      ],
      author: { name: nameOf(feed), uri: page },
      entry: items.map((item) => ({
        id: watchUrl(item),
        title: item.title,
        published: item.created_at,
        updated: item.created_at,
        link: { '@rel': 'alternate', '@type': 'text/html', '@href': watchUrl(item) },
        ...(item.description && { summary: item.description }),
      })),
    },
  })
}

const atomNamespace = 'http://www.w3.org/2005/Atom'

function channelElements(feed: CreatorFeed, format: FeedFormatName): XmlElement {
  const { username, bio } = feed.profile
  return {
    title: nameOf(feed),
    link: absolute(`/creator/${username}`),
    'atom:link': {
      '@rel': 'self',
      '@type': feedFormats[format].mediaType,
      '@href': feedUrl(username, format),
    },
    description: bio || `${nameOf(feed)} · ${getSetting('site_name')}`,
    lastBuildDate: getFeedDate(feed).toUTCString(),
    generator: getSetting('site_name'),
  }
}

function itemElements(item: Content): XmlElement {
  return {
    title: item.title,
    link: watchUrl(item),
    guid: { '@isPermaLink': 'true', '#text': watchUrl(item) },
    pubDate: new Date(item.created_at).toUTCString(),
    ...(item.description && { description: item.description }),
  }
}

function nameOf({ profile }: CreatorFeed): string {
  return profile.display_name || profile.username
}

function watchUrl({ id }: Content): string {
  return absolute(`/watch/${id}`)
}

function feedUrl(username: string, format: FeedFormatName): string {
  return absolute(`/feeds/${username}/${format}.xml`)
}

function absolute(path: string): string {
  return `${config.publicUrl}${path}`
}
