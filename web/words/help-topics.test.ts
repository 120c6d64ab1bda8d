import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'node:test'
import { categories } from '#contract/categories.ts'
import { reportKinds } from '#contract/report-reasons.ts'
import { contactSubjects } from '#contract/contact.ts'
import { topics } from './help-topics.ts'
import { faqs } from './help.ts'
import { words as cookies } from './cookies.ts'
import { words as safety } from './safety.ts'

const root = join(import.meta.dirname, '../..')
const documents = [
  'help-topics.ts',
  'help-safety.ts',
  'help.ts',
  'safety.ts',
  'cookies.ts',
  'terms.ts',
  'privacy.ts',
  'dmca.ts',
]

test('a button, menu or heading that a text names stands on the site, spelled so', async () => {
  const labels = await labelsOfSite()
  const texts = [
    ...[...topics.flatMap(({ entries }) => entries), ...faqs(false), ...faqs(true)].map(
      ({ answer }) => answer,
    ),
    ...safety.cards.flatMap(({ tips }) => tips),
    ...(await documentTexts()),
  ]
  const named = texts.flatMap((text) => Array.from(text.matchAll(/“([^”]+)”/g), ([, label]) => label!))
  // What is defined there itself.
  const own = ['We', 'You', 'In short']
  assert.deepEqual(
    [...new Set(named)].filter((label) => !labels.has(label) && !own.includes(label)),
    [],
  )
  assert.ok(named.length > 15)
})

test('no text promises captions, or an appeal by mail', async () => {
  const texts = [
    ...topics.flatMap(({ entries }) => entries.map(({ answer }) => answer)),
    ...(await documentTexts()),
    ...Object.values(cookies.groups).map(({ text }) => (typeof text === 'string' ? text : text(true))),
  ]
  for (const text of texts) assert.doesNotMatch(text, /captions?\b(?!=)|subtitles? of|please look again/i)
})

/** Every text of the catalogue that is no document, and the labels that the contract has. */
async function labelsOfSite(): Promise<Set<string>> {
  const labels = new Set<string>([
    ...Object.values(reportKinds).map(({ label }) => label),
    ...Object.values(categories).map(({ mine }) => mine),
    ...contactSubjects,
  ])
  const collect = (value: unknown): void => {
    if (typeof value === 'string') labels.add(value)
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect)
  }
  for await (const path of glob('web/words/*.ts', { cwd: root })) {
    if (path.endsWith('.test.ts') || documents.some((name) => path.endsWith(`/${name}`))) continue
    collect(Object.values((await import(join(root, path))) as object))
  }
  return labels
}

/** The long documents as they are written, lines joined. */
async function documentTexts(): Promise<string[]> {
  const texts: string[] = []
  for await (const path of glob('web/pages/prose/*-{text,rights,ending}.tsx', { cwd: root }))
    texts.push((await readFile(join(root, path), 'utf8')).replace(/\s+/g, ' '))
  return texts
}
