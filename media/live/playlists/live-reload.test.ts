import assert from 'node:assert/strict'
import test from 'node:test'
import { listTestParts, testStart } from '#tests/support/media/live-playlist-parts.ts'
import type { LivePlaylistView } from './live-playlist-view.ts'
import { decideLiveReload, type LiveReloadQuery } from './live-reload.ts'

const at = (seconds: number) => new Date(testStart + 1000 * seconds)

/** Decides at 9 s. The playlist then ends with part 1 of segment 2. */
function decide(query: LiveReloadQuery, more: Partial<LivePlaylistView> = {}) {
  return decideLiveReload(query, {
    parts: listTestParts(9),
    hasEnded: false,
    now: at(9),
    holdSeconds: 0,
    ...more,
  })
}

const answer = { action: 'answer', isDelta: false, hidesEnd: false }
const answerWithoutEnd = { ...answer, hidesEnd: true }
const wait = { action: 'wait', until: null }
const badRequest = { action: 'bad_request' }

test('answers at once if the playlist contains the wanted segment or part', () => {
  assert.deepEqual(decide({}), answer)
  assert.deepEqual(decide({ skip: 'YES' }), { ...answer, isDelta: true })
  assert.deepEqual(decide({ sequence: 1 }), answer)
  assert.deepEqual(decide({ sequence: 0, partIndex: 3 }), answerWithoutEnd)
  assert.deepEqual(decide({ sequence: 2, partIndex: 1, skip: 'v2' }), { ...answerWithoutEnd, isDelta: true })
})

test('waits for the next part, and for a whole segment if no part is given', () => {
  assert.deepEqual(decide({ sequence: 2, partIndex: 2 }), wait)
  assert.deepEqual(decide({ sequence: 2 }), wait)
  assert.deepEqual(decide({ sequence: 3, partIndex: 0 }), wait)
})

test('a part after the last one of a complete segment is the first one of the next segment', () => {
  assert.deepEqual(decide({ sequence: 1, partIndex: 8 }), answerWithoutEnd)
  const parts = listTestParts(8)
  assert.deepEqual(decide({ sequence: 1, partIndex: 8 }, { parts }), wait)
})

test('rejects requests that are malformed or too far ahead', () => {
  assert.deepEqual(decide({ partIndex: 1 }), badRequest)
  assert.deepEqual(decide({ sequence: -1 }), badRequest)
  assert.deepEqual(decide({ sequence: 1.5 }), badRequest)
  assert.deepEqual(decide({ sequence: 4 }), wait)
  assert.deepEqual(decide({ sequence: 5 }), badRequest)
  assert.deepEqual(decide({ sequence: 2, partIndex: 10 }), wait)
  assert.deepEqual(decide({ sequence: 2, partIndex: 11 }), badRequest)
  assert.deepEqual(decide({ sequence: 3, partIndex: 10 }), badRequest)
})

test('says when a held part becomes visible', () => {
  const hold = { parts: listTestParts(9), now: at(15), holdSeconds: 10 }
  // At 15 s, the parts of the first 5 s are visible: the last one is part 1 of segment 1.
  assert.deepEqual(decide({ sequence: 1, partIndex: 1 }, hold), answerWithoutEnd)
  assert.deepEqual(decide({ sequence: 1, partIndex: 2 }, hold), { action: 'wait', until: at(15.5) })
  assert.deepEqual(decide({ sequence: 1 }, hold), { action: 'wait', until: at(18) })
  assert.deepEqual(decide({ sequence: 2, partIndex: 2 }, hold), wait)
  assert.deepEqual(decide({ sequence: 4 }, hold), badRequest)
  assert.deepEqual(decide({ sequence: 0, partIndex: 0 }, { ...hold, now: at(9) }), {
    action: 'wait',
    until: at(10.5),
  })
})

test('waits for the end of the broadcast to become visible, and then always answers', () => {
  const ended = { hasEnded: true, holdSeconds: 10 }
  assert.deepEqual(decide({ sequence: 2, partIndex: 2 }, { ...ended, now: at(18.9) }), {
    action: 'wait',
    until: at(19),
  })
  assert.deepEqual(decide({ sequence: 2, partIndex: 2 }, { ...ended, now: at(19) }), answer)
  assert.deepEqual(decide({ sequence: 99 }, { ...ended, now: at(19) }), answer)
})

test('sends the last part and the end of the broadcast in separate responses', () => {
  const ended = { hasEnded: true }
  assert.deepEqual(decide({ sequence: 2, partIndex: 0 }, ended), answerWithoutEnd)
  assert.deepEqual(decide({ sequence: 2, partIndex: 1 }, ended), answerWithoutEnd)
  for (const query of [{ sequence: 2, partIndex: 2 }, { sequence: 3, partIndex: 0 }, { sequence: 2 }, {}])
    assert.deepEqual(decide(query, ended), answer)
})
