import assert from 'node:assert/strict'
import test from 'node:test'
import { splitIntoPassages } from './caption-passages.ts'

const cue = (start: number, ...lines: string[]) => ({ start, end: start + 900, settings: '', lines, at: 1 })
const cues = (texts: string[]) => texts.map((text, at) => cue(at * 1000, text))

test('joins the cues of a sentence into one passage and keeps the start time of each cue', () => {
  const passages = splitIntoPassages(cues(['The light', 'went out.', '¿Qué pasó?', 'انطفأ النور؟', 'and']))
  assert.deepEqual(passages, [
    { lines: ['The light', 'went out.'], starts: [0, 1000] },
    { lines: ['¿Qué pasó?'], starts: [2000] },
    { lines: ['انطفأ النور؟'], starts: [3000] },
    { lines: ['and'], starts: [4000] },
  ])
})

test('ends a passage at a pause, and omits markup, speaker names and empty cues', () => {
  const passages = splitIntoPassages([
    cue(0, '<v Ann><i>Hello</i> &amp;', 'welcome</v>'),
    cue(1000, '<b> </b>'),
    cue(9000, 'later'),
  ])
  assert.deepEqual(passages, [
    { lines: ['Hello & welcome'], starts: [0] },
    { lines: ['later'], starts: [9000] },
  ])
})

test('splits long passages, and starts each new passage with the last cue of the previous one', () => {
  const long = 'word '.repeat(20).trim()
  const passages = splitIntoPassages(cues(Array.from({ length: 5 }, (_, at) => `${at} ${long}`)))
  assert.deepEqual(
    passages.map(({ starts }) => starts),
    [
      [0, 1000],
      [1000, 2000],
      [2000, 3000],
      [3000, 4000],
    ],
  )
  const many = splitIntoPassages(cues(Array.from({ length: 30 }, () => 'oh')))
  assert.ok(many.every(({ lines }) => lines.length <= 12))
  assert.deepEqual(new Set(many.flatMap(({ starts }) => starts)).size, 30)
})
