import assert from 'node:assert/strict'
import test from 'node:test'
import {
  checkCustomChapters,
  parseChapterLines,
  parseChapters,
  parseTimecode,
  resolveChapters,
} from './chapter-rules.ts'

const description =
  'My trip\n0:00 Intro\n0:30 - The train\n[1:00] Arrival: at last\n\nThanks for watching at 9:99'

test('parses chapters from description lines that start with a timestamp', () => {
  assert.deepEqual(parseChapters(description, 120), [
    { seconds: 0, title: 'Intro' },
    { seconds: 30, title: 'The train' },
    { seconds: 60, title: 'Arrival: at last' },
  ])
  assert.deepEqual(
    parseChapters('0:00 A\n59:59 B\n1:02:03 C', null).map(({ seconds }) => seconds),
    [0, 3599, 3723],
  )
})

test('requires at least three chapters in ascending order, the first at 0:00 and each at least 5 s long', () => {
  for (const [text, duration] of [
    ['0:00 A\n0:30 B', 120],
    ['0:01 A\n0:30 B\n1:00 C', 120],
    ['0:00 A\n1:00 B\n0:30 C', 120],
    ['0:00 A\n0:04 B\n1:00 C', 120],
    ['0:00 A\n0:30 B\n1:00 C', 64],
    ['0:00\n0:30\n1:00', 120],
    ['Intro 0:00\nB 0:30\nC 1:00', 120],
    ['', 120],
  ] as const)
    assert.deepEqual(parseChapters(text, duration), [], JSON.stringify(text))
})

test('custom chapters replace those in the description, and no chapters are shown if they do not fit the video’s length', () => {
  const custom = [0, 10, 20].map((seconds) => ({ seconds, title: `From ${seconds}` }))
  assert.deepEqual(resolveChapters(custom, description, 120), custom)
  assert.deepEqual(resolveChapters(custom, description, 15), [])
  assert.equal(resolveChapters(null, description, 120).length, 3)
})

test('sorts custom chapters and rejects invalid ones', () => {
  const chapter = (seconds: number, title = 'Part') => ({ seconds, title })
  assert.deepEqual(
    checkCustomChapters([chapter(20), chapter(0), chapter(10)], 25)?.map(({ seconds }) => seconds),
    [0, 10, 20],
  )
  assert.deepEqual(checkCustomChapters([], null), [])
  for (const list of [
    [chapter(0), chapter(10)],
    [chapter(0), chapter(10), chapter(10)],
    [chapter(1), chapter(10), chapter(20)],
    [chapter(0), chapter(10), chapter(20, '')],
    [chapter(0), chapter(10), chapter(20, 'x'.repeat(101))],
    [chapter(0), chapter(10), chapter(21)],
    Array.from({ length: 101 }, (_, at) => chapter(at * 5)),
  ])
    assert.equal(checkCustomChapters(list, 25), null, JSON.stringify(list).slice(0, 100))
})

test('parses timestamps, and splits each line of the chapters field into a time and a title', () => {
  assert.deepEqual(['1:23', '01:02:03', '90', ' 0:05 ', '1:60', 'x', '', '1:2:3:4'].map(parseTimecode), [
    83,
    3723,
    90,
    5,
    null,
    null,
    null,
    null,
  ])
  assert.deepEqual(parseChapterLines('0:00 Intro\r\n\n1:30  The end \nno time'), [
    { seconds: 0, title: 'Intro' },
    { seconds: 90, title: 'The end' },
    { seconds: -1, title: 'time' },
  ])
})
