import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'node:test'
import { moderateText } from './moderate-text.ts'

/**
 * Time limits in milliseconds. While the server checks text, its author waits, and the process's only thread
 * cannot do anything else. The longest tested text has 20,000 characters.
 */
const bar = { p99: 25, nasty: 50, nastyAndLong: 250 }

const about = { field: 'description', band: '13-15', preset: 'standard' } as const
const filled = (piece: string, length: number) =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length)

/**
 * The worst cases for the regular expressions: strings in which a match could start at every letter but is
 * never completed.
 */
const nasty: Record<string, string> = {
  'one letter': 'a',
  'letters apart': 'f u ',
  'dots between': 'f.u.',
  stars: '*',
  digits: '0',
  'numbers apart': '07 ',
  'phone numbers': '+49 151 2345',
  addresses: 'a@',
  'e-mails': 'a.b@c.d.',
  'dots and dashes': 'a-.',
  'zero-width': 'f\u200B',
  marks: 'a\u0301\u0301\u0301',
  'look-alikes': 'а',
  emoji: '👩‍👩‍👧‍👦',
  'bold letters': '𝓯',
  streets: 'I live at 12 ',
  'names on other apps': 'my snap is ',
  links: 'http://t.me/a ',
  'open ends': 'do not tell your ',
  numbers: 'five five ',
  blanks: ' ',
  'lines of nothing': '\n',
  'odd divisions': 'zed-ab,co ',
  'words for dots': 'zed dot ',
  'figures and words': 'one 2 hundred ',
  'letters for digits': '0oil1 ',
  schemes: 'http:/ h t t p ',
}

test('checks any text of 5,000 characters within the time limits', async (t) => {
  const folder = join(import.meta.dirname, 'corpus')
  const lines = await Promise.all(
    ['kind', 'unkind'].map((name) => readFile(join(folder, `${name}.txt`), 'utf8')),
  )
  const usual = lines
    .join('\n')
    .split('\n')
    .map((line) => filled(`${line} `, 5000))
  const times = usual.map(timeOf).toSorted((a, b) => a - b)
  const at = (part: number) => times[Math.floor(part * times.length)]!
  t.diagnostic(
    `${times.length} texts of 5,000 letters: p50 ${at(0.5).toFixed(1)} ms, p99 ${at(0.99).toFixed(1)} ms (bar ${bar.p99})`,
  )
  assert.ok(at(0.99) <= bar.p99, `p99 ${at(0.99)} ms`)

  for (const [name, piece] of Object.entries(nasty)) {
    const took = timeOf(filled(piece, 5000))
    const long = timeOf(filled(piece, 20_000))
    t.diagnostic(`${name}: ${took.toFixed(1)} ms; 20,000 letters: ${long.toFixed(1)} ms`)
    assert.ok(took <= bar.nasty, `${name}: ${took} ms`)
    assert.ok(long <= bar.nastyAndLong, `${name}, 20,000 letters: ${long} ms`)
  }
})

/**
 * Measures the mean CPU time of this thread over three runs after a warm-up, in milliseconds. The result does
 * not include JIT compilation or other load on the machine.
 */
function timeOf(text: string): number {
  moderateText(text, about)
  const from = process.threadCpuUsage()
  for (let n = 0; n < 3; n += 1) moderateText(text, about)
  const { user, system } = process.threadCpuUsage(from)
  return (user + system) / 3000
}
