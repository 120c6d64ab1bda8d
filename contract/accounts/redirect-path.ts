/** Characters of a page's address, with what is asked of it. */
export const redirectPathMax = 502

/**
 * A path that is read the same by everybody: no empty part, no dots that climb, no backslash, nothing of that in disguise.
 * `/a/../..//evil` is a page of this site to whoever follows the rules; not everybody that reads addresses does.
 */
export function isSafeRedirectPath(address: string): boolean {
  const [path = ''] = address.split(/[?#]/)
  if (!/^\/[A-Za-z0-9]/.test(path) || /[\\\s]|%(2f|5c|0|1|7f)/i.test(path)) return false
  const parts = path.slice(1).replace(/\/$/, '').split('/')
  return parts.every((part) => part !== '' && !/^\.+$/.test(part.replace(/%2e/gi, '.')))
}

/** The same address in ASCII, percent-encoded as browsers do: a `Location` header holds nothing above U+00FF, and throws. */
export function percentEncodeNonAscii(address: string): string {
  return address.toWellFormed().replace(/[^\x21-\x7e]+/g, encodeURIComponent)
}
