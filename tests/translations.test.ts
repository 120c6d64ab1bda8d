/*
 * Checks that the translations are complete and match the English messages, and that every message is used.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { glob, readFile } from 'node:fs/promises'
import test from 'node:test'
import { promisify } from 'node:util'
import { findTranslationProblems } from '#i18n/compiler/check-translations.ts'
import { loadSourceMessages } from '#i18n/compiler/source-messages.ts'
import { languages, sourceLocale } from '#i18n/locales.ts'
import { loadTranslations } from '#i18n/translations.ts'

const source = await loadSourceMessages()

test('the template for translators contains the English messages', async () => {
  await promisify(execFile)(process.execPath, ['bin/translations.ts', '--check'])
})

for (const language of languages.filter((one) => one !== sourceLocale))
  test(`every message has a translation with the same placeholders and all plural forms: ${language}`, () => {
    const translations = loadTranslations(language)
    const missing = [...source.keys()].filter((id) => !translations.has(id))
    assert.deepEqual(missing, [])
    assert.deepEqual(findTranslationProblems(language, translations, source), [])
  })

test('the translation check finds unknown messages, wrong placeholders, missing plural forms and syntax errors', () => {
  const english = new Map(
    Object.entries({
      a: { text: 'Reply to {name}', isPattern: true },
      b: { text: '{n, plural, one {# day} other {# days}}', isPattern: true },
      c: { text: 'At most {size}', isPattern: false },
    }),
  )
  const problems = (texts: Record<string, string>) =>
    findTranslationProblems('ar', new Map(Object.entries(texts)), english)
  assert.deepEqual(problems({ a: 'رد على {name}', c: '{size}' }), [])
  assert.match(problems({ z: 'x' })[0]!, /no English message/)
  assert.match(problems({ a: 'رد على {nom}' }).join(), /does not use name.*uses nom/)
  assert.match(problems({ b: '{n, plural, one {#} other {#}}' })[0]!, /lacks zero, two, few, many/)
  assert.match(problems({ a: 'رد {name' })[0]!, /cannot be parsed/)
  assert.match(problems({ c: 'x' })[0]!, /does not use \{size\}/)
})

test('every message in web/messages is used', async () => {
  const catalogs = new Map<string, string>()
  let code = ''
  for await (const path of glob('web/**/*.{ts,tsx}')) {
    const text = await readFile(path, 'utf8')
    if (path.startsWith('web/messages/')) catalogs.set(path, text)
    else code += text
  }
  const words = new Set(code.match(/\w+/g))
  const unused = [...catalogs].flatMap(([path, text]) =>
    topLevelKeys(text)
      .filter((key) => !words.has(key) && !isUsedInItsFile(key, text) && !isComputed(key, code))
      .map((key) => `${path}: ${key}`),
  )
  assert.deepEqual(unused, [])
})

/** Whether another message or function in the file uses the message. */
function isUsedInItsFile(key: string, text: string): boolean {
  return new RegExp(`\\b${key}\\b(?!:)`).test(text)
}

/** Whether the code builds keys such as `${state}Text`. */
function isComputed(key: string, code: string): boolean {
  const ending = /[A-Z][a-z]+$/.exec(key)?.[0]
  return ending !== undefined && code.includes('}' + ending + '`')
}

/** Returns the top-level keys of the message catalogs in a file. */
function topLevelKeys(text: string): string[] {
  return [...text.matchAll(/defineMessages\([^{]*\{\n([\s\S]*?)\n\}/g)].flatMap(([, body]) =>
    [...body!.matchAll(/^ {2}(\w+):/gm)].map(([, key]) => key!),
  )
}
