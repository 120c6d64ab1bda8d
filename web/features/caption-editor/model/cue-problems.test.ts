import assert from 'node:assert/strict'
import test from 'node:test'
import { findCueProblems } from './cue-problems.ts'
import { formatCueTime, parseCueTime, parseCueTimeShift } from './cue-times.ts'
import { createCaptionEditorState } from './caption-editor-state.ts'
import { findNext } from './find-replace.ts'

const cue = (start: number, end: number, text: string) => ({ start, end, text, settings: '' })
const problemsOf = (...cues: ReturnType<typeof cue>[]) => [
  ...findCueProblems(createCaptionEditorState(cues).cues, 60_000).entries(),
]

test('detects captions that cannot be published and captions that are hard to read', () => {
  assert.deepEqual(problemsOf(cue(0, 1000, 'fine'), cue(1000, 2000, '<i>also fine</i>')), [])
  assert.deepEqual(problemsOf(cue(2000, 1000, 'back')), [[1, ['time_order']]])
  assert.deepEqual(problemsOf(cue(0, 1000, ' \n<i></i>')), [[1, ['empty']]])
  assert.deepEqual(problemsOf(cue(0, 1000, 'x'.repeat(26))), [[1, ['too_fast']]])
  assert.deepEqual(problemsOf(cue(0, 1000, 'x'.repeat(25))), [])
  assert.deepEqual(problemsOf(cue(0, 40_000, 'x'.repeat(501))), [[1, ['too_long']]])
  assert.deepEqual(problemsOf(cue(0, 9000, Array(9).fill('x').join('\n'))), [[1, ['too_long']]])
  assert.deepEqual(problemsOf(cue(0, 3000, 'a'), cue(2999, 4000, 'b')), [[2, ['overlap']]])
  assert.deepEqual(problemsOf(cue(60_000, 61_000, 'late')), [[1, ['after_video']]])
  const eleven = problemsOf(...Array.from({ length: 11 }, () => cue(0, 1000, 'a')))
  assert.deepEqual(eleven.at(-1), [11, ['overlap', 'too_many_at_once']])
})

test('checks 3,000 captions for problems in a few milliseconds', () => {
  const { cues } = createCaptionEditorState(
    Array.from({ length: 3000 }, (_, at) => cue(at * 3000, at * 3000 + 2500, `Line ${at} of the film`)),
  )
  const times = Array.from({ length: 10 }, () => {
    const start = performance.now()
    findCueProblems(cues, null)
    return performance.now() - start
  })
  // Other programs on the machine can slow down a round, but not all of them.
  assert.ok(Math.min(...times) < 10, times.join(', '))
})

test('parses and formats caption times', () => {
  for (const [text, ms] of [
    ['12.5', 12_500],
    ['0:12,5', 12_500],
    ['1:02:03.004', 3_723_004],
    ['90', 90_000],
  ] as const)
    assert.equal(parseCueTime(text), ms)
  for (const text of ['', 'x', '1:2:3:4', '-1', '1.2345']) assert.equal(parseCueTime(text), null, text)
  for (const ms of [0, 999, 61_001, 3_723_004]) assert.equal(parseCueTime(formatCueTime(ms)), ms)
  assert.deepEqual(['-1.5', '−1,5', '+2', '0.25', 'x'].map(parseCueTimeShift), [
    -1500,
    -1500,
    2000,
    250,
    null,
  ])
})

test('the Find next command moves from match to match in the captions and wraps around at the end', () => {
  const { cues } = createCaptionEditorState([cue(0, 1, 'a cat, a Cat'), cue(1, 2, 'dog'), cue(2, 3, 'cat')])
  const options = { text: 'cat', matchCase: false }
  const first = findNext(cues, options, null)
  const second = findNext(cues, options, first)
  const third = findNext(cues, options, second)
  assert.deepEqual(
    [first, second, third, findNext(cues, options, third)].map((match) => [match?.id, match?.from]),
    [
      [1, 2],
      [1, 9],
      [3, 0],
      [1, 2],
    ],
  )
  assert.equal(findNext(cues, { text: 'bird', matchCase: false }, null), null)
})
