import type { MetaDescriptor } from 'react-router'
import { currentLocale } from '#i18n/current-locale.ts'
import type { SiteInfo } from '#contract/site-info.ts'

interface PageMeta {
  title: string
  description: string
  /**
   * The path of the image that link previews of this page show. If this path is missing, link previews show
   * the default image.
   */
  image?: string | null
  type?: 'website' | 'video.other' | 'profile'
  /** The canonical path of the page, needed if the page has several URLs. */
  canonical?: string
  noindex?: boolean
  /**
   * True if the page lists content by more than one creator. Crawlers that identify themselves receive only
   * the part of the list that search engines are allowed to index. All other clients receive the full list,
   * marked as `noindex`, so crawlers that hide their identity do not index it.
   */
  listsUserContent?: boolean
}

/** The arguments that every page's `meta` function receives. */
export interface PageMetaArgs {
  location: { pathname: string; search?: string }
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]
}

/** Builds the title, description, canonical URL and Open Graph tags of a page. */
export function buildPageMeta(args: PageMetaArgs, page: PageMeta): MetaDescriptor[] {
  const site = getSiteInfoFromRouteMatches(args.matches)
  const full = page.title.includes(site.name) ? page.title : `${page.title} · ${site.name}`
  const path = page.canonical ?? args.location.pathname.replace(/(.)\/+$/, '$1')
  // For search engines, a URL with a language parameter is a separate page.
  const query = args.location.search?.includes('lang=') ? `?lang=${currentLocale()}` : ''
  const url = new URL(path + query, site.url).href
  const description = page.description.replace(/\s+/g, ' ').trim()
  const noindex = page.noindex || (page.listsUserContent && !isCrawlerRequest(args.matches))
  const image = page.image ?? (isDefaultSiteName(site.name) ? '/og.png' : undefined)
  return [
    { title: full },
    { name: 'description', content: description },
    { property: 'og:title', content: page.title },
    { property: 'og:description', content: description },
    { property: 'og:type', content: page.type ?? 'website' },
    { property: 'og:site_name', content: site.name },
    { property: 'og:url', content: url },
    { name: 'twitter:card', content: image ? 'summary_large_image' : 'summary' },
    ...(image ? [{ property: 'og:image', content: new URL(image, site.url).href }] : []),
    ...(noindex ? [{ name: 'robots', content: 'noindex' }] : []),
    { tagName: 'link' as const, rel: 'canonical', href: url },
  ]
}

/**
 * Returns true if this site is called "Afterbell". The default image for link previews contains the name
 * "Afterbell", so a site with another name does not use it.
 */
export function isDefaultSiteName(name: string): boolean {
  return name === 'Afterbell'
}

/** Returns whether the page was rendered for a crawler that has identified itself. */
function isCrawlerRequest(matches: PageMetaArgs['matches']): boolean {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as { crawler?: boolean } | undefined
  return root?.crawler === true
}

/**
 * Returns the name and the URL of the site from the data of the root loader. If the root loader has failed,
 * default values are returned.
 */
export function getSiteInfoFromRouteMatches(
  matches: PageMetaArgs['matches'],
): Pick<SiteInfo, 'name' | 'url'> {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as { site: SiteInfo } | undefined
  return root?.site ?? { name: 'Afterbell', url: 'http://localhost:3000' }
}
