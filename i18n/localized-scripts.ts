import type { Locale } from './locales.ts'

/** The localized scripts that the build has created. Saved as `build/locales.json`. */
export interface LocalizedScripts {
  /**
   * For each locale, the folder in `assets/` that contains its scripts. English scripts are in `assets/`
   * itself.
   */
  folders: Partial<Record<Locale, string>>
  /** The names of the scripts that exist in one version per locale. */
  scripts: string[]
}

/**
 * Rewrites the script URLs in a string, such as the route manifest, for a page or a script in a locale's
 * folder. Relative URLs of scripts that all locales share are changed to point to the parent folder.
 */
export function rewriteScriptUrlsForLocale(
  source: string,
  { scripts }: LocalizedScripts,
  folder: string,
): string {
  const localized = new Set(scripts)
  return source
    .replace(/(\/?)assets\/([\w.-]+\.js)\b/g, (url, slash: string, name: string) =>
      localized.has(name) ? `${slash}assets/${folder}/${name}` : url,
    )
    .replace(/(["'`])\.\/([\w.-]+\.js)\1/g, (url, quote: string, name: string) =>
      localized.has(name) ? url : `${quote}../${name}${quote}`,
    )
}
