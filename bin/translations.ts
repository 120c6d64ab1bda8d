/*
 * `npm run translations`: writes the English strings for translators to i18n/translations/en, and checks all
 * translations. `--check` writes nothing, and fails if the English files are not up to date.
 */
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findTranslationProblems } from '#i18n/compiler/check-translations.ts'
import { loadSourceMessages, toTranslationTrees } from '#i18n/compiler/source-messages.ts'
import { languages, sourceLocale } from '#i18n/locales.ts'
import { loadTranslations } from '#i18n/translations.ts'

const folder = join(import.meta.dirname, '../i18n/translations')
const isCheck = process.argv.includes('--check')

const source = await loadSourceMessages()
const problems = await writeTemplate()
for (const language of languages.filter((one) => one !== sourceLocale)) {
  const translations = loadTranslations(language)
  problems.push(...findTranslationProblems(language, translations, source))
  console.log(`${language}: ${translations.size} of ${source.size} texts are translated`)
}
for (const problem of problems) console.error(problem)
process.exit(problems.length > 0 ? 1 : 0)

/**
 * Writes the English strings to one file per area of the site, and deletes the files of areas that no longer
 * exist.
 */
async function writeTemplate(): Promise<string[]> {
  const english = new Map([...source].map(([id, { text }]) => [id, text] as const))
  const files = new Map(
    [...toTranslationTrees(english)].map(([area, tree]) => [
      `${area}.json`,
      `${JSON.stringify(tree, null, 2)}\n`,
    ]),
  )
  const target = join(folder, sourceLocale)
  await mkdir(target, { recursive: true })
  const before = (await readdir(target)).filter((name) => name.endsWith('.json'))
  const outdated: string[] = before.filter((name) => !files.has(name))
  for (const [name, text] of files)
    if ((await readFile(join(target, name), 'utf8').catch(() => '')) !== text) outdated.push(name)
  if (isCheck) return outdated.map((name) => `en/${name} is not up to date: run npm run translations`)
  for (const name of outdated)
    if (files.has(name)) await writeFile(join(target, name), files.get(name)!)
    else await rm(join(target, name))
  return []
}
