import type { MetaDescriptor } from 'react-router'
import type { Site } from '#contract/accounts.ts'

interface PageFacts {
  title: string
  description: string
  /** A path of this site. Left out, the page has no picture of its own. */
  image?: string | null
  type?: 'website' | 'video.other' | 'profile'
  /** The one address of a page that answers at several. */
  canonical?: string
  noindex?: boolean
}

/** What every page's `meta` is given. */
export interface MetaFacts {
  location: { pathname: string }
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]
}

/** Title, description, canonical address and Open Graph of a page. */
export function metaOf(args: MetaFacts, page: PageFacts): MetaDescriptor[] {
  const site = siteOf(args.matches)
  const full = page.title.includes(site.name) ? page.title : `${page.title} · ${site.name}`
  const url = new URL(page.canonical ?? args.location.pathname, site.url).href
  const description = page.description.replace(/\s+/g, ' ').trim()
  const image = new URL(page.image ?? '/og.png', site.url).href
  return [
    { title: full },
    { name: 'description', content: description },
    { property: 'og:title', content: page.title },
    { property: 'og:description', content: description },
    { property: 'og:type', content: page.type ?? 'website' },
    { property: 'og:site_name', content: site.name },
    { property: 'og:url', content: url },
    { property: 'og:image', content: image },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(page.noindex
      ? [{ name: 'robots', content: 'noindex' }]
      : [{ tagName: 'link' as const, rel: 'canonical', href: url }]),
  ]
}

/** The site's constants from the root loader; a plain stand-in when even that failed. */
export function siteOf(matches: MetaFacts['matches']): Pick<Site, 'name' | 'url'> {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as { site: Site } | undefined
  return root?.site ?? { name: 'Afterbell', url: 'http://localhost:3000' }
}
