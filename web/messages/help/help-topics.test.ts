import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'node:test'
import { ownCategoryRows } from '#contract/discovery/category-rows.ts'
import { reportCategories } from '#contract/moderation/report-reasons.ts'
import { contactSubjects } from '#contract/contact/contact-form.ts'
import { helpTopics } from './help-topics.ts'
import { buildHelpFaqs } from './help-center.ts'
import { cookiePolicyMessages } from '../legal/cookie-policy.ts'
import { safetyCenterMessages } from '../safety/safety-center.ts'

const root = join(import.meta.dirname, '../../..')
const documents = [
  'help-topics.ts',
  'safety-help-topic.ts',
  'help-center.ts',
  'safety-center.ts',
  'cookie-policy.ts',
  'terms.ts',
  'privacy.ts',
  'dmca.ts',
]

test('help topics quote buttons, menus and headings exactly as the site spells them', async () => {
  const labels = await collectSiteLabels()
  const texts = [
    ...[...helpTopics.flatMap(({ entries }) => entries), ...buildHelpFaqs(false), ...buildHelpFaqs(true)].map(
      ({ answer }) => answer,
    ),
    ...safetyCenterMessages.cards.flatMap(({ tips }) => tips),
    ...(await readDocumentTexts()),
  ]
  const quotedLabels = texts.flatMap((text) => Array.from(text.matchAll(/“([^”]+)”/g), ([, label]) => label!))
  // Ignore these quoted terms. The help topics define them, so they are not labels in the interface.
  const definedTerms = ['We', 'You', 'In short']
  assert.deepEqual(
    [...new Set(quotedLabels)].filter((label) => !labels.has(label) && !definedTerms.includes(label)),
    [],
  )
  assert.ok(quotedLabels.length > 15)
})

test('help topics do not tell users to appeal by email', async () => {
  const texts = [
    ...helpTopics.flatMap(({ entries }) => entries.map(({ answer }) => answer)),
    ...(await readDocumentTexts()),
    ...Object.values(cookiePolicyMessages.groups).map(({ text }) =>
      typeof text === 'string' ? text : text({ ads: true }),
    ),
  ]
  for (const text of texts) assert.doesNotMatch(text, /please look again/i)
})

/**
 * Collects the labels in the API contract and all messages in web/messages except the help topics themselves.
 */
async function collectSiteLabels(): Promise<Set<string>> {
  const labels = new Set<string>([
    ...Object.values(reportCategories).map(({ label }) => label),
    ...Object.values(ownCategoryRows).map(({ title }) => title),
    ...contactSubjects,
  ])
  const collect = (value: unknown): void => {
    if (typeof value === 'string') labels.add(value)
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect)
  }
  for await (const path of glob('web/messages/**/*.ts', { cwd: root })) {
    if (path.endsWith('.test.ts') || documents.some((name) => path.endsWith(`/${name}`))) continue
    collect(Object.values((await import(join(root, path))) as object))
  }
  return labels
}

/** The source text of each legal document, with its lines joined. */
async function readDocumentTexts(): Promise<string[]> {
  const texts: string[] = []
  for await (const path of glob('web/pages/legal/documents/*-text.tsx', { cwd: root }))
    texts.push((await readFile(join(root, path), 'utf8')).replace(/\s+/g, ' '))
  return texts
}
