import { isTechnicalKey } from './technical-keys.ts'
import { formatMessage, translateText } from './translate.ts'

/**
 * A message with values, in the syntax of ICU MessageFormat: `{name}`, `{count, plural, one {…} other {…}}`,
 * `{kind, select, a {…} other {…}}`. The plural forms of English are `one` and `other`; translations have the
 * forms of their language.
 */
export type Message<Values> = ((values: Values) => string) & { readonly pattern: string }

/** Declares a message with values inside `defineMessages`. */
export function message<Values extends object>(pattern: string): Message<Values> {
  const format = (values: Values) => formatMessage(null, pattern, values)
  return Object.assign(format, { pattern })
}

/**
 * Declares the texts of one part of the site. The name is `area/topic`; translations are in
 * `i18n/translations/<language>/<area>.json`. The result has the same shape as `texts`, and every text is read in
 * the language of the current request or email. Do not copy texts into constants when a module is loaded: the
 * constant would stay English. Functions are left as they are.
 *
 * In the browser, the build replaces each text by its translation (`i18n/build/`), so that a page loads the texts
 * of one language only, and no code that formats messages.
 */
export function defineMessages<Texts extends object>(name: string, texts: Texts): Texts {
  definedMessages.set(name, texts)
  return createLiveView(name, texts) as Texts
}

/** All texts that have been declared, by their name. */
export const definedMessages = new Map<string, object>()

/** The objects that `defineMessages` has made. A catalog that contains another one does not change it. */
const liveViews = new WeakSet<object>()

function createLiveView(id: string, node: object): object {
  if (liveViews.has(node)) return node
  const view: object = Array.isArray(node) ? [] : {}
  liveViews.add(view)
  for (const [key, value] of Object.entries(node) as [string, unknown][]) {
    const property = isTechnicalKey(key) ? { value, writable: true } : describeChild(`${id}.${key}`, value)
    Object.defineProperty(view, key, { enumerable: true, configurable: true, ...property })
  }
  return view
}

function describeChild(id: string, value: unknown): PropertyDescriptor {
  if (typeof value === 'string') return { get: () => translateText(id, value) }
  if (isMessage(value))
    return { value: (values: object) => formatMessage(id, value.pattern, values), writable: true }
  if (typeof value === 'object' && value !== null)
    return { value: createLiveView(id, value), writable: true }
  return { value, writable: true }
}

export function isMessage(value: unknown): value is Message<object> {
  return typeof value === 'function' && 'pattern' in value && typeof value.pattern === 'string'
}
