/** The pages by the patterns of their addresses, for what is counted by route: an address itself may hold a name. */
let plain = new Set<string>()
let named: { pattern: string; form: RegExp }[] = []

/** Learns the table of pages: `watch/:id`, `create/:type?`. Its last row, `*`, is no page of its own. */
export function registerPageRoutes(paths: readonly (string | undefined)[]): void {
  const all = paths.filter((path) => path !== '*').map((path) => `/${path ?? ''}`)
  plain = new Set(all.filter((path) => !path.includes(':')))
  named = all
    .filter((path) => path.includes(':'))
    .map((path) => ({ pattern: path.replace(/:(\w+)\??/g, '{$1}'), form: formOf(path) }))
}

/** `/watch/0198…` is `/watch/{id}`. What is no page is `other`. */
export function routePatternOf(pathname: string): string {
  if (pathname.startsWith('/assets/')) return '/assets/{file}'
  // What a page asks for when somebody comes to it from within the site.
  const [path, data] = pathname.endsWith('.data') ? [pathname.slice(0, -5), '.data'] : [pathname, '']
  const bare = path === '/_root' ? '/' : path.replace(/(?<=.)\/$/, '')
  const found = plain.has(bare) ? bare : named.find(({ form }) => form.test(bare))?.pattern
  return found === undefined ? 'other' : found + data
}

function formOf(path: string): RegExp {
  const parts = path.split('/').slice(1)
  const forms = parts.map((part) =>
    part.startsWith(':') ? (part.endsWith('?') ? '(?:/[^/]+)?' : '/[^/]+') : `/${part}`,
  )
  return new RegExp(`^${forms.join('')}$`)
}
