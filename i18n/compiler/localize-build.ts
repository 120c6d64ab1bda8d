import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseSync, Visitor } from 'vite'
import { type LocalizedScripts, rewriteScriptUrlsForLocale } from '../localized-scripts.ts'
import { languages, type Locale, pseudoLocale, sourceLocale } from '../locales.ts'
import { pseudoLocalizePattern, pseudoLocalizeText } from '../pseudo-locale.ts'
import { loadTranslations } from '../translations.ts'
import { compilePattern, type FormatFunctionNames } from './compile-pattern.ts'
import { messagePlaceholderFunctionName } from './message-placeholders.ts'
import { applySourceEdits } from './source-edits.ts'

interface Script {
  name: string
  source: string
  placeholders: Placeholder[]
}

/**
 * For each locale, copies the scripts that contain user-visible strings, and replaces the placeholders with
 * the strings in this locale. English scripts stay in `assets/`, and so do scripts that neither contain nor
 * load user-visible strings. Writes `locales.json` next to the bundles, with the folder of each locale. The
 * pseudo-locale is built only if `hasPseudoLocale` is true.
 */
export async function localizeBuild(clientFolder: string, hasPseudoLocale: boolean): Promise<void> {
  const assets = join(clientFolder, 'assets')
  const names = (await readdir(assets)).filter((name) => name.endsWith('.js'))
  const scripts = await Promise.all(
    names.map(async (name): Promise<Script> => {
      const source = await readFile(join(assets, name), 'utf8')
      return { name, source, placeholders: findPlaceholders(name, source) }
    }),
  )
  const localized = findLocalizedScripts(scripts)
  const built: LocalizedScripts = { folders: {}, scripts: localized.map(({ name }) => name) }
  for (const locale of hasPseudoLocale ? [...languages, pseudoLocale] : languages) {
    const folder = (built.folders[locale as Locale] = folderOf(locale as Locale))
    await mkdir(join(assets, folder), { recursive: true })
    for (const { name, source, placeholders } of localized) {
      const edits = placeholders.map((one) => ({
        start: one.start,
        end: one.end,
        text: compileText(locale as Locale, one),
      }))
      const text = applySourceEdits(source, edits)
      await writeFile(
        join(assets, folder, name),
        folder ? rewriteScriptUrlsForLocale(text, built, folder) : text,
      )
    }
  }
  await writeFile(join(clientFolder, '..', 'locales.json'), JSON.stringify(built))
}

/**
 * Returns the scripts that contain user-visible strings, and the scripts that load those scripts. All other
 * scripts, such as React, are the same in every language.
 */
function findLocalizedScripts(scripts: readonly Script[]): Script[] {
  const found = new Set(scripts.filter(({ placeholders }) => placeholders.length > 0))
  for (const { name } of found)
    for (const script of scripts) if (!found.has(script) && script.source.includes(name)) found.add(script)
  return [...found]
}

/** The name of the folder contains a hash of the translations, because browsers cache scripts forever. */
function folderOf(locale: Locale): string {
  if (locale === sourceLocale) return ''
  if (locale === pseudoLocale) return locale
  const texts = JSON.stringify([...loadTranslations(locale)])
  return `${locale}-${createHash('sha256').update(texts).digest('hex').slice(0, 8)}`
}

interface Placeholder {
  start: number
  end: number
  id: string
  english: string
  hasValues: boolean
  /** The names that the minifier has chosen for the plural and number functions in this script. */
  runtime: FormatFunctionNames | null
}

function findPlaceholders(name: string, source: string): Placeholder[] {
  if (!source.includes(messagePlaceholderFunctionName)) return []
  const found: Placeholder[] = []
  new Visitor({
    CallExpression({ callee, arguments: args, start, end }) {
      if (callee.type !== 'Identifier' || callee.name !== messagePlaceholderFunctionName) return
      const [id, english, plural, number] = args.map((arg) => source.slice(arg.start, arg.end))
      const runtime = number === undefined ? null : { plural: plural!, number }
      const hasValues = plural !== undefined
      found.push({
        start,
        end,
        id: readString(id!),
        english: readString(english!),
        hasValues,
        runtime,
      })
    },
  }).visit(parseSync(name, source).program)
  return found
}

/** Returns the value of a string literal in any kind of quotes. */
function readString(literal: string): string {
  const { program } = parseSync('literal.js', `(${literal})`, { preserveParens: false })
  const statement = program.body[0]!
  const expression = statement.type === 'ExpressionStatement' ? statement.expression : undefined
  if (expression?.type === 'Literal' && typeof expression.value === 'string') return expression.value
  if (expression?.type === 'TemplateLiteral' && expression.quasis.length === 1)
    return expression.quasis[0]!.value.cooked!
  throw new Error(`not a string: ${literal}`)
}

function compileText(locale: Locale, { id, english, hasValues, runtime }: Placeholder): string {
  const translation =
    locale === sourceLocale || locale === pseudoLocale ? undefined : loadTranslations(locale).get(id)
  if (!hasValues)
    return JSON.stringify(locale === pseudoLocale ? pseudoLocalizeText(english) : (translation ?? english))
  const pattern = locale === pseudoLocale ? pseudoLocalizePattern(english) : (translation ?? english)
  // A string without a translation is shown in English, even on a page that is read from right to left.
  return `(${compilePattern(pattern, runtime, translation === undefined ? sourceLocale : locale)})`
}
