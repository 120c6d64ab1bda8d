/** Maximum length of a redirect path in characters, including the query string. */
export const redirectPathMaxLength = 502

/**
 * Whether all URL parsers interpret the path in the same way. The path must not contain empty segments, dot
 * segments or backslashes, not even in percent-encoded form. A conforming URL parser resolves
 * `/a/../..//evil` to a page of this site, but not every parser conforms.
 */
export function isSafeRedirectPath(address: string): boolean {
  const [path = ''] = address.split(/[?#]/)
  if (!/^\/[A-Za-z0-9]/.test(path) || /[\\\s]|%(2f|5c|0|1|7f)/i.test(path)) return false
  const parts = path.slice(1).replace(/\/$/, '').split('/')
  return parts.every((part) => part !== '' && !/^\.+$/.test(part.replace(/%2e/gi, '.')))
}

/**
 * Percent-encodes non-ASCII characters as browsers do, because setting a `Location` header with a character
 * above U+00FF throws an error.
 */
export function percentEncodeNonAscii(address: string): string {
  return address.toWellFormed().replace(/[^\x21-\x7e]+/g, encodeURIComponent)
}
