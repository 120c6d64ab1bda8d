/**
 * The route patterns of pages. The metrics use route patterns instead of URLs as labels, because a URL can
 * contain a username.
 */
let plain = new Set<string>()
let named: { pattern: string; form: RegExp }[] = []

/**
 * Registers the page routes, such as `watch/:id` and `create/:type?`. The catch-all route `*` is skipped,
 * because it is not a page.
 */
export function registerPageRoutes(paths: readonly (string | undefined)[]): void {
  const all = paths.filter((path) => path !== '*').map((path) => `/${path ?? ''}`)
  plain = new Set(all.filter((path) => !path.includes(':')))
  named = all
    .filter((path) => path.includes(':'))
    .map((path) => ({ pattern: path.replace(/:(\w+)\??/g, '{$1}'), form: formOf(path) }))
}

/**
 * Returns the route pattern of a path, such as `/watch/{id}` for `/watch/0198…`, or `other` for anything that
 * is not a page.
 */
export function getRoutePattern(pathname: string): string {
  if (pathname.startsWith('/assets/')) return '/assets/{file}'
  // For client-side navigation, React Router requests the page's path with the suffix `.data`.
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
