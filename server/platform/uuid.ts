const canonical = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const anyCase = new RegExp(canonical, 'i')
const prefix = new RegExp(canonical.source.replace(/\$$/, ''))

/** Returns whether the text is a UUID in upper, lower or mixed case, all of which PostgreSQL accepts. */
export function isUuid(text: string): boolean {
  return anyCase.test(text)
}

/**
 * Returns whether the text is a UUID as this server writes it: lower case, with hyphens (RFC 9562, section
 * 4).
 */
export function isCanonicalUuid(text: string): boolean {
  return canonical.test(text)
}

/**
 * Returns whether the text starts with a canonical UUID. The names of stored files start with a canonical
 * UUID.
 */
export function startsWithUuid(text: string): boolean {
  return prefix.test(text)
}
