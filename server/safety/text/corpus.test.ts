import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type TestContext } from 'node:test'
import { judge } from './judge.ts'

interface Line {
  group: string
  text: string
}

/** The most of each hundred lines that may be judged wrongly. */
const bars = { kind: 1, unkind: 5 }

test('kind lines go through and unkind ones do not: the half the rules were made with', (t) =>
  score(t, '', bars))

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

/** Somebody of 13 writes it under the video of another. */
function isStopped(text: string): boolean {
  return judge(text, { field: 'comment', band: '13-15', preset: 'standard' }).outcome !== 'allow'
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
