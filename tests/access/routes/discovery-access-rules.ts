import { expectedBrowsePageVisibility, expectedSearchEngineVisibility } from './expected-access.ts'
import {
  createItemAccessRule,
  createContentListAccessRule,
  createAccessTestExemption,
  type RouteAccessRule,
} from './route-access-rule.ts'

/** Access rules for lists, search, charts, feeds and sitemaps. */
export const discoveryAccessRules: Record<string, RouteAccessRule | RouteAccessRule[]> = {
  'GET /api/categories/{category}': createContentListAccessRule('/api/categories/shows', {
    allowed: expectedBrowsePageVisibility,
  }),
  'GET /api/categories/{category}/{row}': [
    createContentListAccessRule('/api/categories/shows/recently-added-shows?limit=50'),
    createContentListAccessRule('/api/categories/shows/drama-series?limit=50'),
  ],
  'GET /api/claims': createAccessTestExemption(
    'returns to everybody the number of public videos (checked in crawl.test.ts)',
  ),
  'GET /api/spotlight': createContentListAccessRule('/api/spotlight', { shows: 'some' }),
  'GET /api/search': [
    createContentListAccessRule('/api/search?q=zebrafish'),
    createContentListAccessRule('/api/search?q=zebrafihs'),
    // The captions of each item contain this word.
    createContentListAccessRule('/api/search?q=captioned'),
  ],
  'GET /api/search/suggestions': [
    createContentListAccessRule('/api/search/suggestions?q=zebraf', { shows: 'some' }),
    createContentListAccessRule('/api/search/suggestions?q=zebrafihs', { shows: 'some' }),
    createContentListAccessRule('/api/search/suggestions?q=captione', { shows: 'some' }),
  ],
  'GET /api/charts': createContentListAccessRule('/api/charts?period=today', { shows: 'some' }),
  'GET /api/genres/{genre}': createContentListAccessRule('/api/genres/drama'),
  'GET /api/tags/{tag}': createContentListAccessRule('/api/tags/zebrafish?limit=50'),
  'GET /oembed': createItemAccessRule({
    allowed: expectedSearchEngineVisibility,
    send: ({ id, playbackId }) => [
      `/oembed?url=${encodeURIComponent(`http://localhost:3000/watch/${id}`)}`,
      `/oembed?url=${encodeURIComponent(`http://localhost:3000/embed/${playbackId}`)}`,
    ],
  }),
  'GET /feeds/{username}/rss.xml': createContentListAccessRule('/feeds/ada/rss.xml', {
    allowed: expectedSearchEngineVisibility,
    shows: 'some',
  }),
  'GET /feeds/{username}/atom.xml': createContentListAccessRule('/feeds/ada/atom.xml', {
    allowed: expectedSearchEngineVisibility,
    shows: 'some',
  }),
  'GET /feeds/{username}/podcast.xml': createContentListAccessRule('/feeds/ada/podcast.xml', {
    allowed: expectedSearchEngineVisibility,
    shows: 'some',
  }),
  'GET /robots.txt': createAccessTestExemption('is the same text for everybody'),
  'GET /sitemap.xml': createAccessTestExemption('lists the files of the sitemap'),
  'GET /sitemap/pages.xml': createAccessTestExemption('lists only pages that are open to everybody'),
  'GET /sitemap/videos.xml': createContentListAccessRule('/sitemap/videos.xml', {
    allowed: expectedSearchEngineVisibility,
  }),
}
