import type { MetaDescriptor } from 'react-router'
import type { SiteInfo } from '#contract/accounts/current-user.ts'

interface PageMeta {
  title: string
  description: string
  /** A path on this site. Without it, the page has no picture of its own. */
  image?: string | null
  type?: 'website' | 'video.other' | 'profile'
  /** The canonical address of a page with several addresses. */
  canonical?: string
  noindex?: boolean
  /**
   * A list of content by many people. Identified crawlers receive the indexable part
   * only; nobody else may index it.
   */
  listsUserContent?: boolean
}

/** The arguments of every page's `meta`. */
export interface PageMetaArgs {
  location: { pathname: string }
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]
}

/** Builds a page's title, description, canonical address and Open Graph tags. */
export function buildPageMeta(args: PageMetaArgs, page: PageMeta): MetaDescriptor[] {
  const site = getSiteFromMatches(args.matches)
  const full = page.title.includes(site.name) ? page.title : `${page.title} · ${site.name}`
  const path = page.canonical ?? args.location.pathname.replace(/(.)\/+$/, '$1')
  const url = new URL(path, site.url).href
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
 * The default picture for shared links contains the name "Afterbell", so sites
 * with another name do not use it.
 */
export function isDefaultSiteName(name: string): boolean {
  return name === 'Afterbell'
}

/** Whether the page was rendered for an identified crawler. */
function isCrawlerRequest(matches: PageMetaArgs['matches']): boolean {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as { crawler?: boolean } | undefined
  return root?.crawler === true
}

/** The site's constants from the root loader; a default if that failed too. */
export function getSiteFromMatches(matches: PageMetaArgs['matches']): Pick<SiteInfo, 'name' | 'url'> {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as { site: SiteInfo } | undefined
  return root?.site ?? { name: 'Afterbell', url: 'http://localhost:3000' }
}
