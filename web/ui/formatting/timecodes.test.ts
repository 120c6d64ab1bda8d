import assert from 'node:assert/strict'
import test from 'node:test'
import { splitTextAtTimecodes } from './timecodes.ts'

const seconds = (text: string, duration = 10_000) =>
  splitTextAtTimecodes(text, duration).flatMap(({ second }) => (second === undefined ? [] : [second]))

test('finds timestamps with and without hours', () => {
  assert.deepEqual(seconds('at 0:05, 1:23 and 1:02:03!'), [5, 83, 3723])
  assert.deepEqual(seconds('(90:15)'), [5415])
})

test('splitting a comment at its timestamps loses no text', () => {
  const text = '0:05 first\nthen (1:23) and the end'
  assert.equal(
    splitTextAtTimecodes(text, 600)
      .map((part) => part.text)
      .join(''),
    text,
  )
  assert.deepEqual(splitTextAtTimecodes('no time', 600), [{ text: 'no time' }])
  assert.deepEqual(splitTextAtTimecodes('', 600), [{ text: '' }])
})

test('ignores timestamps after the end of the video', () => {
  assert.deepEqual(seconds('0:59 1:00 1:01', 60), [59])
})

test('ignores numbers that are not timestamps', () => {
  assert.deepEqual(seconds('1:75, 16:9, 3.1:20, 1:2:3, 11:22:33:44'), [])
})
