import { getClaims } from '#contract/claims.ts'
import { getChart } from '#contract/charts.ts'
import { getCategory, getCategoryRow, getSpotlight } from '#contract/category-pages.ts'
import { getGenre } from '#contract/genre-page.ts'
import { getSearch, getSuggestions } from '#contract/search.ts'
import { mount, raw } from '../platform/http/mount.ts'
import { categoryPage, categoryRow } from './categories.ts'
import { claims } from './claims.ts'
import { chart } from './charts.ts'
import { genrePage } from './genre.ts'
import { oembed } from './oembed.ts'
import { robots } from './robots.ts'
import { search } from './search.ts'
import { sitemapIndex, sitemapPages, sitemapVideos } from './sitemap.ts'
import { spotlight } from './spotlight.ts'
import { suggestions } from './suggest.ts'

export const discoveryRoutes = [
  mount(getCategory, ({ viewer, params }) => categoryPage(viewer, params.category)),
  mount(getCategoryRow, ({ viewer, params, query }) =>
    categoryRow(viewer, params.category, params.row, query),
  ),
  mount(getClaims, claims),
  mount(getSpotlight, ({ viewer }) => spotlight(viewer)),
  mount(getSearch, ({ viewer, query, address }) => search(viewer, query, address)),
  mount(getSuggestions, ({ viewer, query, address }) => suggestions(viewer, query.q, address)),
  mount(getChart, ({ viewer, query }) => chart(viewer, query.period, query.category)),
  mount(getGenre, ({ viewer, params, query }) => genrePage(viewer, params.genre, query)),
  raw(['GET'], '/oembed', (c) => oembed(c.req.raw)),
  raw(['GET'], '/robots.txt', robots),
  raw(['GET'], '/sitemap.xml', sitemapIndex),
  raw(['GET'], '/sitemap/pages.xml', sitemapPages),
  raw(['GET'], '/sitemap/videos.xml', (c) =>
    sitemapVideos({ after: c.req.query('after'), until: c.req.query('until') }),
  ),
]
