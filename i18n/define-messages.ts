import { formatMessage, translateText } from './translate.ts'

/**
 * A message with values, in the syntax of ICU MessageFormat: `{name}`, `{count, plural, one {…} other {…}}`,
 * `{kind, select, a {…} other {…}}`. English has the plural forms `one` and `other`; each translation has the
 * plural forms of its own language.
 */
export type Message<Values> = ((values: Values) => string) & { readonly pattern: string }

/** Declares a message with values inside `defineMessages`. */
export function message<Values extends object>(pattern: string): Message<Values> {
  const format = (values: Values) => formatMessage(null, pattern, values)
  return Object.assign(format, { pattern })
}

/**
 * Declares a string that contains constants, for example a limit from `contract/`. Code reads such a string
 * like a plain string. `values` is called whenever the string is read, because the values can be strings in
 * the current language.
 */
export function textWithConstants(pattern: string, values: () => object): string {
  return new TextWithValues(pattern, values) as unknown as string
}

class TextWithValues {
  readonly pattern: string
  readonly values: () => object
  constructor(pattern: string, values: () => object) {
    this.pattern = pattern
    this.values = values
  }
}

/**
 * Declares the user-visible strings of one part of the site. The name of this catalog is `area/topic`, and
 * its translations are in `i18n/translations/<language>/<area>.json`. The result has the same structure as
 * `texts`, and every string is returned in the language of the current request or email. Do not copy strings
 * into constants when a module is loaded, because the constants would stay in English. Functions and the
 * values of the keys in `untranslated` are left unchanged.
 *
 * For the browser, the build replaces each string with its translation (`i18n/compiler/`). A page loads the
 * strings of only one language, and needs no message parser.
 */
export function defineMessages<Texts extends object>(
  name: string,
  texts: Texts,
  untranslated: readonly string[] = [],
): Texts {
  const view = createLiveView(name, texts, new Set(untranslated)) as Texts
  messageRegistry.set(name, { texts, untranslated })
  return view
}

/** All message catalogs that have been declared, by name. */
export const messageRegistry = new Map<string, { texts: object; untranslated: readonly string[] }>()

/**
 * The objects that `defineMessages` has created. If a catalog contains another catalog, the inner catalog is
 * left unchanged.
 */
const liveViews = new WeakSet<object>()

export function isLocalizedMessageView(node: object): boolean {
  return liveViews.has(node)
}

function createLiveView(id: string, node: object, untranslated: ReadonlySet<string>): object {
  if (liveViews.has(node)) return node
  const view: object = Array.isArray(node) ? [] : {}
  liveViews.add(view)
  for (const [key, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(node))) {
    if (!descriptor.enumerable) continue
    const property =
      untranslated.has(key) || descriptor.get
        ? descriptor
        : describeChild(`${id}.${key}`, descriptor.value, untranslated)
    Object.defineProperty(view, key, { ...property, enumerable: true, configurable: true })
  }
  return view
}

function describeChild(id: string, value: unknown, untranslated: ReadonlySet<string>): PropertyDescriptor {
  if (typeof value === 'string') return { get: () => translateText(id, value) }
  if (value instanceof TextWithValues) return { get: () => formatMessage(id, value.pattern, value.values()) }
  if (isMessage(value))
    return { value: (values: object) => formatMessage(id, value.pattern, values), writable: true }
  if (typeof value === 'object' && value !== null)
    return { value: createLiveView(id, value, untranslated), writable: true }
  return { value, writable: true }
}

/** Returns the pattern of a message or of a string with constants, or undefined for other values. */
export function getMessagePattern(value: unknown): string | undefined {
  if (value instanceof TextWithValues) return value.pattern
  return isMessage(value) ? value.pattern : undefined
}

function isMessage(value: unknown): value is Message<object> {
  return typeof value === 'function' && 'pattern' in value && typeof value.pattern === 'string'
}
