import { categories, categoryNames } from '#contract/discovery/categories.ts'
import { pagePaths } from '#web/paths.ts'
import { footerMessages } from '#web/messages/site/footer.ts'
import { navigationMessages } from '#web/messages/site/navigation.ts'

interface NavigationLink {
  to: string
  label: string
  /** True if the app's router does not serve the page, so the link must load a full page. */
  document?: boolean
}

const barCategories = new Set(['music', 'shows', 'stories', 'talent', 'challenges', 'live'])

/** The links in the navigation bar, in the order that the specification requires. */
export const getNavigationBarLinks = (): NavigationLink[] => [
  { to: pagePaths.home, label: navigationMessages.home },
  ...categoryNames
    .filter((name) => barCategories.has(name))
    .map((name) => ({ to: categories[name].path, label: categories[name].label })),
]

/** Additional menu links that the specification does not list. These links are shown at every screen size. */
export const getExtraMenuLinks = (): NavigationLink[] => [
  { to: pagePaths.category('movies'), label: footerMessages.links.movies },
  { to: pagePaths.category('tv-shows'), label: footerMessages.links.tvShows },
  { to: pagePaths.charts, label: footerMessages.links.charts },
]

export interface FooterLinkColumn {
  name: keyof typeof footerMessages.columns
  links: NavigationLink[]
}

/**
 * The columns of links in the footer. The footer links to each public page that no other part of the site
 * links to.
 */
export const getFooterLinkColumns = (): FooterLinkColumn[] => [
  {
    name: 'watch',
    links: [...getNavigationBarLinks().slice(1), ...getExtraMenuLinks()],
  },
  {
    name: 'company',
    links: [
      { to: pagePaths.about, label: footerMessages.links.about },
      { to: pagePaths.careers, label: footerMessages.links.careers },
      { to: pagePaths.press, label: footerMessages.links.press },
      { to: pagePaths.apiDocs, label: footerMessages.links.api, document: true },
      { to: pagePaths.openApi, label: footerMessages.links.openApi, document: true },
    ],
  },
  {
    name: 'support',
    links: [
      { to: pagePaths.help, label: footerMessages.links.help },
      { to: pagePaths.safety, label: footerMessages.links.safety },
      { to: pagePaths.reports, label: footerMessages.links.reports },
      { to: pagePaths.intimateImageNotice, label: footerMessages.links.notice },
      { to: pagePaths.transparency, label: footerMessages.links.transparency },
      { to: pagePaths.contact, label: footerMessages.links.contact },
      { to: pagePaths.forgotPassword, label: footerMessages.links.forgot },
    ],
  },
  {
    name: 'legal',
    links: [
      { to: pagePaths.terms, label: footerMessages.links.terms },
      { to: pagePaths.privacy, label: footerMessages.links.privacy },
      { to: pagePaths.cookies, label: footerMessages.links.cookies },
      { to: pagePaths.dmca, label: footerMessages.links.dmca },
    ],
  },
]
