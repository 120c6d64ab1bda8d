export const tagLimits = { perVideo: 10, minLength: 2, maxLength: 30 }

/**
 * Returns the form in which a tag is stored and compared: lower-case letters, digits and hyphens, without the
 * leading `#` and shortened to the maximum length. Returns an empty string if the text contains no letters or
 * digits.
 */
export function normalizeTag(text: string): string {
  const words = text
    .slice(0, 200)
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKC')
    .replace(/[\s_\p{Pd}]+/gu, '-')
    .replace(/[^\p{Letter}\p{Mark}\p{Nd}-]+/gu, '')
    .replace(/-+/g, '-')
  return trimHyphens([...trimHyphens(words)].slice(0, tagLimits.maxLength).join(''))
}

function trimHyphens(text: string): string {
  return text.replace(/^-+|-+$/g, '')
}

/** Normalizes the tags of a video and removes duplicate and empty tags. */
export function normalizeTags(tags: readonly string[]): string[] {
  return [...new Set(tags.map(normalizeTag))].filter((tag) => tag !== '')
}

/** Whether a normalized tag is long enough. */
export function isTagLongEnough(tag: string): boolean {
  return [...tag].length >= tagLimits.minLength
}

/** Splits the text of the tags field at commas (including Arabic commas) and line breaks. */
export function splitTags(text: string): string[] {
  return normalizeTags(text.split(/[,،\n]/))
}
