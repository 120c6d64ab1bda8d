import { readFileSync } from 'node:fs'
import type { ServerBuild } from 'react-router'
import { type LocalizedScripts, rewriteScriptUrlsForLocale } from '#i18n/localized-scripts.ts'
import { languages, type Locale, locales } from '#i18n/locales.ts'

let built: LocalizedScripts | undefined

/** Returns the locales in which pages can be rendered. Only builds for tests contain the pseudo-locale. */
export function getAvailableLocales(): readonly Locale[] {
  if (process.env['NODE_ENV'] === 'development') return locales
  return locales.filter((locale) => locale in readLocalizedScripts().folders)
}

/**
 * Returns the build with the script URLs for one locale, so that pages in this locale load only the texts of
 * this locale.
 */
export function localizeServerBuild<Build extends ServerBuild>(build: Build, locale: Locale): Build {
  const scripts = readLocalizedScripts()
  const folder = scripts.folders[locale]
  if (!folder) return build
  const assets = JSON.parse(
    rewriteScriptUrlsForLocale(JSON.stringify(build.assets), scripts, folder),
  ) as ServerBuild['assets']
  return { ...build, assets }
}

/**
 * Reads the list of localized scripts that the build has written. If the list does not exist because the web
 * app has not been built, only the API and the development server can run.
 */
function readLocalizedScripts(): LocalizedScripts {
  built ??= readIfPresent() ?? {
    folders: Object.fromEntries(languages.map((language) => [language, ''])),
    scripts: [],
  }
  return built
}

function readIfPresent(): LocalizedScripts | undefined {
  try {
    const file = new URL('../../../build/locales.json', import.meta.url)
    return JSON.parse(readFileSync(file, 'utf8')) as LocalizedScripts
  } catch {
    return undefined
  }
}
