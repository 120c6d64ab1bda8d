import assert from 'node:assert/strict'
import test from 'node:test'
import {
  mapHlsError,
  mapMediaError,
  isTemporaryNetworkError,
  isRecoverableMediaError,
} from './playback-errors.ts'
import { playerMessages } from '#web/messages/watch/player.ts'

test('each code of the browser has its sentence', () => {
  const said = [1, 2, 3, 4, 99, undefined].map((code) => playerMessages.errors[mapMediaError(code)])
  assert.deepEqual(said, [
    'Video loading was aborted',
    'Network error occurred while loading video',
    'Video codec not supported. Use H.264 + AAC (yuv420p).',
    'Video format not supported (use MP4/H.264 + AAC).',
    'Video playback failed',
    'Video playback failed',
  ])
})

const of = (type: string, details: string) => mapHlsError({ type, details })

test('a fatal error of hls.js says the same five things', () => {
  assert.equal(of('networkError', 'manifestLoadError'), 'network')
  assert.equal(of('networkError', 'manifestParsingError'), 'format')
  assert.equal(of('mediaError', 'manifestIncompatibleCodecsError'), 'codec')
  assert.equal(of('mediaError', 'bufferAppendError'), 'codec')
  assert.equal(of('otherError', 'internalException'), 'unknown')
})

test('a video that one may not see any more is gone, not broken', () => {
  assert.equal(mapHlsError({ type: 'networkError', details: 'fragLoadError', status: 404 }), 'gone')
})

test('a tripped decoder is started once more, an unknown codec is not', () => {
  assert.equal(isRecoverableMediaError({ type: 'mediaError', details: 'bufferAppendError' }), true)
  assert.equal(
    isRecoverableMediaError({ type: 'mediaError', details: 'manifestIncompatibleCodecsError' }),
    false,
  )
})

test('a network that is away is waited for, a file that is gone is not', () => {
  const failure = { type: 'networkError', details: 'fragLoadError' }
  assert.equal(isTemporaryNetworkError(failure), true)
  assert.equal(isTemporaryNetworkError({ ...failure, status: 503 }), true)
  assert.equal(isTemporaryNetworkError({ ...failure, status: 404 }), false)
  assert.equal(isTemporaryNetworkError({ type: 'mediaError', details: 'bufferAppendError' }), false)
})
