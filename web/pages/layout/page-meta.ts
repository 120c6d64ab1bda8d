import type { MetaDescriptor } from 'react-router'
import type { SiteInfo } from '#contract/accounts/current-user.ts'

interface PageMeta {
  title: string
  description: string
  /** A path of this site. Left out, the page has no picture of its own. */
  image?: string | null
  type?: 'website' | 'video.other' | 'profile'
  /** The one address of a page that answers at several. */
  canonical?: string
  noindex?: boolean
  /** It shows what many people made. Crawlers that say who they are get what may leave; nobody else may list it. */
  shelf?: boolean
}

/** What every page's `meta` is given. */
export interface PageMetaArgs {
  location: { pathname: string }
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]
}

/** Title, description, canonical address and Open Graph of a page. */
export function buildPageMeta(args: PageMetaArgs, page: PageMeta): MetaDescriptor[] {
  const site = getSiteFromMatches(args.matches)
  const full = page.title.includes(site.name) ? page.title : `${page.title} · ${site.name}`
  const path = page.canonical ?? args.location.pathname.replace(/(.)\/+$/, '$1')
  const url = new URL(path, site.url).href
  const description = page.description.replace(/\s+/g, ' ').trim()
  const noindex = page.noindex || (page.shelf && !isCrawlerRequest(args.matches))
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

/** Our picture for links that are shared has the name drawn into it: a site of another name goes without. */
export function isDefaultSiteName(name: string): boolean {
  return name === 'Afterbell'
}

/** Was the page made for a crawler that says who it is? */
function isCrawlerRequest(matches: PageMetaArgs['matches']): boolean {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as { crawler?: boolean } | undefined
  return root?.crawler === true
}

/** The site's constants from the root loader; a plain stand-in when even that failed. */
export function getSiteFromMatches(matches: PageMetaArgs['matches']): Pick<SiteInfo, 'name' | 'url'> {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as { site: SiteInfo } | undefined
  return root?.site ?? { name: 'Afterbell', url: 'http://localhost:3000' }
}
