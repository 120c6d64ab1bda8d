import { categories, categoryNames } from '#contract/categories.ts'
import { paths } from '#web/paths.ts'

interface ShellLink {
  to: string
  label: string
  /** Not a page of the app's own router. */
  document?: boolean
}

const shown = new Set(['music', 'shows', 'stories', 'talent', 'challenges', 'live'])

/** The navigation bar's links, in the specification's order. */
export const barLinks: ShellLink[] = [
  { to: paths.home, label: 'Home' },
  ...categoryNames
    .filter((name) => shown.has(name))
    .map((name) => ({ to: categories[name].path, label: categories[name].label })),
]

/** Only pages that exist. A page that comes adds its line here; a column without links is not shown. */
export const footerColumns: { title: string; links: ShellLink[] }[] = [
  {
    title: 'Watch',
    links: [
      ...barLinks.slice(1),
      { to: paths.category('movies'), label: 'Movies' },
      { to: paths.category('tv-shows'), label: 'TV shows' },
    ],
  },
  {
    title: 'Company',
    links: [
      { to: paths.apiDocs, label: 'API for developers', document: true },
      { to: paths.openApi, label: 'OpenAPI document', document: true },
    ],
  },
  {
    title: 'Support',
    links: [{ to: paths.forgot, label: 'Forgot your password?' }],
  },
  {
    title: 'Legal',
    links: [
      { to: paths.terms, label: 'Terms of Service' },
      { to: paths.privacy, label: 'Privacy Policy' },
    ],
  },
]
