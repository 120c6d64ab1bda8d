import { readFileSync } from 'node:fs'
import type { ServerBuild } from 'react-router'
import { type LocalizedScripts, rewriteScriptUrlsForLocale } from '#i18n/localized-scripts.ts'
import { languages, type Locale, locales } from '#i18n/locales.ts'

let built: LocalizedScripts | undefined

/** Returns the locales that pages can have. Only builds for tests have the pseudo-locale. */
export function availableLocales(): readonly Locale[] {
  if (process.env['NODE_ENV'] === 'development') return locales
  return locales.filter((locale) => locale in readLocalizedScripts().folders)
}

/** Returns the build with the script URLs of one locale, so that its pages load only the texts of this locale. */
export function localizeServerBuild<Build extends ServerBuild>(build: Build, locale: Locale): Build {
  const scripts = readLocalizedScripts()
  const folder = scripts.folders[locale]
  if (!folder) return build
  const assets = JSON.parse(
    rewriteScriptUrlsForLocale(JSON.stringify(build.assets), scripts, folder),
  ) as ServerBuild['assets']
  return { ...build, assets }
}

/** Reads what the build has made. Without a build, there are only the API and the development server. */
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
