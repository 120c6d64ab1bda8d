import { getMarketingClaims } from '#contract/discovery/marketing-claims.ts'
import { getChart } from '#contract/discovery/charts.ts'
import { getCategory, listCategoryRowItems, getSpotlight } from '#contract/discovery/category-pages.ts'
import { getGenrePage } from '#contract/discovery/genre-pages.ts'
import { getSearchResults, getSearchSuggestions } from '#contract/discovery/search.ts'
import { listTaggedContent } from '#contract/content/tags.ts'
import { mountEndpoint, defineRawRoute } from '#server/platform/http/routes.ts'
import { loadCategoryPage, loadCategoryVideoRow } from './categories.ts'
import { loadMarketingClaims } from './marketing-claims.ts'
import { loadChart } from './charts.ts'
import { loadGenrePage } from './genre-page.ts'
import { serveFeed } from './feeds/serve-feed.ts'
import { serveOembed } from './seo/oembed.ts'
import { serveRobotsTxt } from './seo/robots-txt.ts'
import { searchVideosAndCreators } from './search/search.ts'
import { serveSitemapIndex, servePagesSitemap, serveVideosSitemap } from './seo/sitemap.ts'
import { loadSpotlight } from './spotlight.ts'
import { loadTaggedContent } from './tag-page.ts'
import { loadSearchSuggestions } from './search/search-suggestions.ts'

/** Anonymous visitors read lists and search results from the replica. */
const replicated = { isReplicated: true }

export const discoveryRoutes = [
  mountEndpoint(getCategory, ({ viewer, params }) => loadCategoryPage(viewer, params.category), replicated),
  mountEndpoint(
    listCategoryRowItems,
    ({ viewer, params, query }) => loadCategoryVideoRow(viewer, params.category, params.row, query),
    replicated,
  ),
  mountEndpoint(getMarketingClaims, loadMarketingClaims),
  mountEndpoint(getSpotlight, ({ viewer }) => loadSpotlight(viewer), replicated),
  mountEndpoint(
    getSearchResults,
    ({ viewer, query, address }) => searchVideosAndCreators(viewer, query, address),
    replicated,
  ),
  mountEndpoint(
    getSearchSuggestions,
    ({ viewer, query, address }) => loadSearchSuggestions(viewer, query.q, address),
    replicated,
  ),
  mountEndpoint(getChart, ({ viewer, query }) => loadChart(viewer, query.period, query.category), replicated),
  mountEndpoint(
    getGenrePage,
    ({ viewer, params, query }) => loadGenrePage(viewer, params.genre, query),
    replicated,
  ),
  mountEndpoint(
    listTaggedContent,
    ({ viewer, params, query }) => loadTaggedContent(viewer, params.tag, query),
    replicated,
  ),
  defineRawRoute(['GET'], '/oembed', (c) => serveOembed(c.req.raw)),
  ...(['rss', 'atom', 'podcast'] as const).map((format) =>
    defineRawRoute(['GET'], `/feeds/{username}/${format}.xml`, (c) =>
      serveFeed(c.req.param('username') ?? '', format, c.req.raw),
    ),
  ),
  defineRawRoute(['GET'], '/robots.txt', serveRobotsTxt),
  defineRawRoute(['GET'], '/sitemap.xml', serveSitemapIndex),
  defineRawRoute(['GET'], '/sitemap/pages.xml', servePagesSitemap),
  defineRawRoute(['GET'], '/sitemap/videos.xml', (c) =>
    serveVideosSitemap({ after: c.req.query('after'), until: c.req.query('until') }),
  ),
]
