import assert from 'node:assert/strict'
import test from 'node:test'
import {
  mapHlsError,
  mapMediaError,
  isTemporaryNetworkError,
  isRecoverableMediaError,
} from './playback-errors.ts'
import { playerMessages } from '#web/messages/watch/player.ts'

test('maps each media error code of the browser to its own message', () => {
  const texts = [1, 2, 3, 4, 99, undefined].map((code) => playerMessages.errors[mapMediaError(code)])
  assert.deepEqual(texts, [
    'Video loading was aborted',
    'Network error occurred while loading video',
    'Video codec not supported. Use H.264 + AAC (yuv420p).',
    'Video format not supported (use MP4/H.264 + AAC).',
    'Video playback failed',
    'Video playback failed',
  ])
})

const of = (type: string, details: string) => mapHlsError({ type, details })

test('maps fatal hls.js errors to the player’s own error codes', () => {
  assert.equal(of('networkError', 'manifestLoadError'), 'network')
  assert.equal(of('networkError', 'manifestParsingError'), 'format')
  assert.equal(of('mediaError', 'manifestIncompatibleCodecsError'), 'codec')
  assert.equal(of('mediaError', 'bufferAppendError'), 'codec')
  assert.equal(of('otherError', 'internalException'), 'unknown')
})

test('reports a video that the viewer can no longer access as gone, not as broken', () => {
  assert.equal(mapHlsError({ type: 'networkError', details: 'fragLoadError', status: 404 }), 'gone')
})

test('recovers from a decoder failure, but not from an unsupported codec', () => {
  assert.equal(isRecoverableMediaError({ type: 'mediaError', details: 'bufferAppendError' }), true)
  assert.equal(
    isRecoverableMediaError({ type: 'mediaError', details: 'manifestIncompatibleCodecsError' }),
    false,
  )
})

test('retries network failures, but not a missing file', () => {
  const failure = { type: 'networkError', details: 'fragLoadError' }
  assert.equal(isTemporaryNetworkError(failure), true)
  assert.equal(isTemporaryNetworkError({ ...failure, status: 503 }), true)
  assert.equal(isTemporaryNetworkError({ ...failure, status: 404 }), false)
  assert.equal(isTemporaryNetworkError({ type: 'mediaError', details: 'bufferAppendError' }), false)
})
