import type { Locale } from './locales.ts'

/** What the build has made for each locale. Saved as `build/locales.json`. */
export interface LocalizedScripts {
  /** The folder below `assets/` with the scripts of each locale. English scripts are in `assets/` itself. */
  folders: Partial<Record<Locale, string>>
  /** The names of the scripts that exist once per locale. */
  scripts: string[]
}

/**
 * Rewrites the URLs of scripts in a text, such as the route manifest, for a page or a script in the folder of a
 * locale. Relative URLs of scripts that are the same in every locale then point to the parent folder.
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
