import { categories, categoryNames } from '#contract/categories.ts'
import { paths } from '#web/paths.ts'
import { words } from '#web/words/footer.ts'
import { words as shell } from '#web/words/shell.ts'

interface ShellLink {
  to: string
  label: string
  /** Not a page of the app's own router. */
  document?: boolean
}

const shown = new Set(['music', 'shows', 'stories', 'talent', 'challenges', 'live'])

/** The navigation bar's links, in the specification's order. */
export const barLinks: ShellLink[] = [
  { to: paths.home, label: shell.home },
  ...categoryNames
    .filter((name) => shown.has(name))
    .map((name) => ({ to: categories[name].path, label: categories[name].label })),
]

/** What the menu offers beyond the specification's links, on every size. */
export const moreLinks: ShellLink[] = [
  { to: paths.category('movies'), label: words.links.movies },
  { to: paths.category('tv-shows'), label: words.links.tvShows },
  { to: paths.charts, label: words.links.charts },
]

interface Column {
  name: keyof typeof words.columns
  links: ShellLink[]
}

/** Every page of the site that is not behind a button of its own. */
export const footerColumns: Column[] = [
  {
    name: 'watch',
    links: [...barLinks.slice(1), ...moreLinks],
  },
  {
    name: 'company',
    links: [
      { to: paths.about, label: words.links.about },
      { to: paths.careers, label: words.links.careers },
      { to: paths.press, label: words.links.press },
      { to: paths.apiDocs, label: words.links.api, document: true },
      { to: paths.openApi, label: words.links.openApi, document: true },
    ],
  },
  {
    name: 'support',
    links: [
      { to: paths.help, label: words.links.help },
      { to: paths.safety, label: words.links.safety },
      { to: paths.reports, label: words.links.reports },
      { to: paths.notice, label: words.links.notice },
      { to: paths.transparency, label: words.links.transparency },
      { to: paths.contact, label: words.links.contact },
      { to: paths.forgot, label: words.links.forgot },
    ],
  },
  {
    name: 'legal',
    links: [
      { to: paths.terms, label: words.links.terms },
      { to: paths.privacy, label: words.links.privacy },
      { to: paths.cookies, label: words.links.cookies },
      { to: paths.dmca, label: words.links.dmca },
    ],
  },
]
