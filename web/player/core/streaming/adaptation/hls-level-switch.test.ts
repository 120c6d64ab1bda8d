import assert from 'node:assert/strict'
import test from 'node:test'
import { continueAfterLevelSwitch, roundUpToSegmentEnd } from './hls-level-switch.ts'

const segments = [{ end: 4 }, { end: 8 }, { end: 12 }]

/** Returns the position after which hls.js looks for the next segment, if the buffer ends at 7.93 s. */
function findPosition({ live = false, buffered = 5 }): number {
  const hls = {
    config: { maxFragLookUpTolerance: 0.25 },
    mainForwardBufferInfo: { len: buffered },
    streamController: { getFragmentAtPosition: (position: number) => position },
  }
  continueAfterLevelSwitch(hls as never)
  const find = hls.streamController.getFragmentAtPosition as (...args: unknown[]) => number
  return find(7.93, 12, { live, fragments: segments })
}

test('after a segment whose sound ends a little early, the next segment follows', () => {
  assert.equal(findPosition({}), 8)
})

test('nothing changes in a broadcast, or while nothing is buffered', () => {
  assert.equal(findPosition({ live: true }), 7.93)
  assert.equal(findPosition({ buffered: 0 }), 7.93)
})

test('a position in the middle of a segment or at its start does not change', () => {
  assert.equal(roundUpToSegmentEnd(5, segments, 0.25), 5)
  assert.equal(roundUpToSegmentEnd(8, segments, 0.25), 8)
  assert.equal(roundUpToSegmentEnd(12, segments, 0.25), 12)
})
