import assert from 'node:assert/strict'
import test from 'node:test'
import { buildSpeechCues } from './speech-cues.ts'
import type { SpeechSegment } from './transcribe-audio.ts'

const whole = { offset: 0, limit: 60_000 }
const said = (text: string, start = 0, end = 4000): SpeechSegment => ({ start, end, text })
const linesOf = (...segments: SpeechSegment[]) => buildSpeechCues(segments, whole).map(({ lines }) => lines)

test('splits long speech into two-line captions whose durations are proportional to the length of their text', () => {
  const text =
    ' So we went down to the harbour, because the old ferry was still there, and nobody had seen the captain since Sunday evening.'
  const cues = buildSpeechCues([said(text, 1000, 9000)], whole)
  assert.equal(cues.flatMap(({ lines }) => lines).join(' '), text.trim())
  assert.ok(cues.length === 2 && cues.every(({ lines }) => lines.length <= 2), JSON.stringify(cues))
  for (const line of cues.flatMap(({ lines }) => lines)) assert.ok(line.length <= 46, line)
  assert.deepEqual([cues[0]!.start, cues.at(-1)!.end], [1000, 9000])
  assert.equal(cues[0]!.end, cues[1]!.start)
})

test('omits noise, music and endless repetitions from automatic captions', () => {
  assert.deepEqual(linesOf(said(' [BLANK_AUDIO]'), said(' (soft music)'), said('♪♪'), said(' ...')), [])
  const thanks = Array.from({ length: 9 }, (_, at) => said(' Thank you.', at * 1000, at * 1000 + 1000))
  assert.equal(linesOf(...thanks).length, 2)
})

test('transcribed text cannot contain markup', () => {
  assert.deepEqual(linesOf(said(' <script>a --> b & c')), [['&lt;script&gt;a --&gt; b &amp; c']])
})

test('automatic captions stay long enough to be read, do not overlap, and end no later than the audio', () => {
  const cues = buildSpeechCues([said('Hi', 0, 100), said('there', 300, 400), said('Bye', 1900, 9000)], {
    offset: 10_000,
    limit: 12_000,
  })
  assert.deepEqual(
    cues.map(({ start, end }) => [start, end]),
    [
      [10_000, 10_300],
      [10_300, 11_000],
      [11_900, 12_000],
    ],
  )
})
