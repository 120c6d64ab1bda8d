import { LRUCache } from 'lru-cache'
import { type ComponentType, createElement, type ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { currentLocale } from '#i18n/current-locale.ts'
import { AuthContext } from '#web/features/auth/auth-context.ts'

/*
 * The markup of components that only depend on their props, such as cards. Rendering them takes most of the time of a
 * page. An entry is found only if the component, the locale and all props are the same, so a viewer cannot get markup
 * that contains more than the API has returned for that request. For the same reason, nothing has to be invalidated.
 */

/** Markup contains relative times such as "3 minutes ago", so it is used for a minute only. */
const ttl = 60_000
const maxBytes = 32 * 1024 * 1024

const markup = new LRUCache<string, { element: ReactElement | undefined; bytes: number }>({
  ttl,
  maxSize: maxBytes,
  sizeCalculation: ({ bytes }) => bytes,
})
const componentIds = new Map<unknown, number>()

export function getCachedMarkup<Props extends object>(
  component: ComponentType<Props>,
  props: Props,
): ReactElement | undefined {
  const input = serializeProps(props)
  if (input === undefined) return undefined
  const id = componentIds.get(component) ?? componentIds.size
  componentIds.set(component, id)
  const key = `${id} ${currentLocale()} ${input}`
  let entry = markup.get(key)
  if (!entry) {
    const html = renderAlone(createElement(component, props))
    entry = { element: parseElement(html), bytes: 2 * (key.length + html.length) }
    markup.set(key, entry)
  }
  return entry.element
}

/**
 * Returns undefined if the props contain a React element, a function that is not an event handler, or an object such as a
 * Map, whose contents would be missing in JSON.
 */
function serializeProps(props: object): string | undefined {
  let isCacheable = true
  const text = JSON.stringify(props, (name, value: unknown) => {
    if (typeof value === 'function') {
      isCacheable &&= /^on[A-Z]/.test(name)
      return 'function'
    }
    if (typeof value === 'object' && value !== null && (!isPlain(value) || '$$typeof' in value))
      isCacheable = false
    return value
  })
  return isCacheable ? text : undefined
}

function isPlain(value: object): boolean {
  return [Object.prototype, Array.prototype, null].includes(Object.getPrototypeOf(value) as object | null)
}

/**
 * Renders without the contexts of the page, so that the markup cannot depend on the viewer or the address. Links need a
 * router, but their addresses are absolute.
 */
function renderAlone(element: ReactElement): string {
  return renderToString(
    <AuthContext value={nobody}>
      <StaticRouter location="/">{element}</StaticRouter>
    </AuthContext>,
  )
}

const nobody = { me: null, loading: true, signOut: async () => {}, onAuthChange: () => () => {} }

/**
 * Converts the HTML of a single element to a React element with the same attributes and content. Returns undefined for
 * anything else. For example, React adds a preload link before an image with high priority.
 */
function parseElement(html: string): ReactElement | undefined {
  const found =
    /^<(article|li|a|nav|footer|div|section)((?: (?:class|data-[a-z]+|aria-label)="[^"]*")*)>(.*)<\/\1>$/s.exec(
      html,
    )
  if (!found) return undefined
  const [, tag, attributes, content] = found
  if (!isOneElement(html, tag!)) return undefined
  const props: Record<string, unknown> = { dangerouslySetInnerHTML: { __html: content } }
  for (const [, name, value] of attributes!.matchAll(/ ([a-z-]+)="([^"]*)"/g))
    props[name === 'class' ? 'className' : name!] = unescapeAttribute(value!)
  return createElement(tag!, props)
}

/** Returns false if there are several sibling elements. */
function isOneElement(html: string, tag: string): boolean {
  let depth = 0
  for (const { 0: found, 1: closing, index } of html.matchAll(new RegExp(`<(/?)${tag}(?=[ >])`, 'g'))) {
    depth += closing ? -1 : 1
    if (depth === 0) return index + found.length + 1 === html.length
  }
  return false
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }

function unescapeAttribute(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => entities[name]!)
}
