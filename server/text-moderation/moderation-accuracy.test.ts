import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type TestContext } from 'node:test'
import { moderateText } from './moderate-text.ts'

interface Line {
  group: string
  text: string
}

/** The highest acceptable share of wrong verdicts, in percent. */
const bars = { kind: 1, unkind: 5 }

test('accepts kind comments and flags unkind comments in the development corpus', (t) => score(t, '', bars))

test('accepts kind comments and flags unkind comments in the held-out corpus', (t) =>
  score(t, '-held-out', bars))

test('the corpus has at least 200 kind comments, 200 unkind comments and an example of every way to disguise a word', async () => {
  const read = async (name: string) => [
    ...(await corpus(`${name}.txt`)),
    ...(await corpus(`${name}-held-out.txt`)),
  ]
  const [kind, unkind] = await Promise.all([read('kind'), read('unkind')])
  assert.ok(kind.length >= 200 && unkind.length >= 200, `${kind.length} and ${unkind.length}`)
  assert.equal(new Set([...kind, ...unkind].map(({ text }) => text)).size, kind.length + unkind.length)
  const has = (what: RegExp) => unkind.some(({ text }) => what.test(text))
  const disguises = {
    spaced: /\b\w \w \w \w\b/,
    dotted: /\w\.\w\.\w\./,
    alike: /[а-яα-ω]\w|\w[а-яα-ω]/i,
    unseen: /\w[\u200B-\u200D\u00AD]\w/,
  }
  for (const [name, what] of Object.entries(disguises)) assert.ok(has(what), name)
  for (const group of ['luring', 'private details'])
    assert.ok(unkind.filter((line) => line.group === group).length >= 30, group)
})

async function score(t: TestContext, half: string, bar: typeof bars): Promise<void> {
  for (const name of ['kind', 'unkind'] as const) {
    const lines = await corpus(`${name}${half}.txt`)
    const wrong = lines.filter(({ text }) => isStopped(text) === (name === 'kind'))
    const rate = (100 * wrong.length) / lines.length
    t.diagnostic(
      `${name}${half}: ${wrong.length} of ${lines.length} judged wrongly (${rate.toFixed(1)} %)${byGroup(lines, wrong)}`,
    )
    for (const { group, text } of wrong) t.diagnostic(`  ${group}: ${text}`)
    assert.ok(rate <= bar[name], `${rate.toFixed(1)} % of the ${name} lines are judged wrongly`)
  }
}

/**
 * Returns whether a comment by a 13-year-old on another person's video would cause a warning, be held or be
 * rejected.
 */
function isStopped(text: string): boolean {
  return moderateText(text, { field: 'comment', band: '13-15', preset: 'standard' }).outcome !== 'allow'
}

async function corpus(file: string): Promise<Line[]> {
  const lines: Line[] = []
  let group = ''
  for (const line of (await readFile(join(import.meta.dirname, 'corpus', file), 'utf8')).split('\n')) {
    if (line.startsWith('## ')) group = line.slice(3)
    else if (line && !line.startsWith('#')) lines.push({ group, text: written(line) })
  }
  return lines
}

function written(line: string): string {
  return line.replace(/\\u([0-9A-Fa-f]{4})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
}

function byGroup(lines: Line[], wrong: Line[]): string {
  return [...Map.groupBy(lines, ({ group }) => group)]
    .map(([group, all]) => `, ${group} ${wrong.filter((line) => line.group === group).length}/${all.length}`)
    .join('')
}
