import { titleMaxLength } from '#contract/limits.ts'

/**
 * Suggests a title for a video: the file name without its extension and with spaces instead of underscores.
 * Hyphens and dots are also replaced with spaces if the name contains no spaces.
 */
export function suggestTitle(fileName: string): string {
  const name = fileName.normalize('NFC').replace(/\.[a-z0-9]{2,4}$/i, '')
  const separators = /\s/.test(name) ? /_+/g : /[_+.-]+/g
  const title = name.replaceAll(separators, ' ').replaceAll(/\s+/g, ' ').trim()
  return Array.from(title.charAt(0).toUpperCase() + title.slice(1))
    .slice(0, titleMaxLength)
    .join('')
}
