import type { MetaDescriptor } from 'react-router'
import { feedMessages } from '#web/messages/people/feeds.ts'
import { pagePaths } from '#web/paths.ts'

/** Lets feed readers find the feeds of a creator. */
export function buildFeedLinks(username: string): MetaDescriptor[] {
  return [
    { title: feedMessages.rss, type: 'application/rss+xml', href: pagePaths.feed(username, 'rss') },
    { title: feedMessages.atom, type: 'application/atom+xml', href: pagePaths.feed(username, 'atom') },
    { title: feedMessages.podcast, type: 'application/rss+xml', href: pagePaths.feed(username, 'podcast') },
  ].map((link) => ({ tagName: 'link' as const, rel: 'alternate', ...link }))
}
