import assert from 'node:assert/strict'
import test from 'node:test'
import { getMaxUploadBytes } from '#contract/limits.ts'
import { classifyCameraError } from './camera-errors.ts'
import {
  chooseRecorderOptions,
  getMaxRecordingMs,
  maxRecordingMs,
  createRecordingFileName,
} from './recording-format.ts'

test('the camera records MP4 if the browser supports it, and WebM otherwise', () => {
  assert.match(chooseRecorderOptions(() => true).mimeType!, /^video\/mp4/)
  assert.match(chooseRecorderOptions((type) => type.includes('webm')).mimeType!, /^video\/webm/)
  assert.equal(chooseRecorderOptions(() => false).mimeType, undefined)
})

test('names a recording with a file extension that the upload form accepts', () => {
  const at = new Date(2026, 4, 2, 14, 5, 9)
  assert.equal(
    createRecordingFileName('video/webm;codecs=vp8,opus', at),
    'Recording 2026-05-02 14.05.09.webm',
  )
  assert.equal(createRecordingFileName('video/mp4', at), 'Recording 2026-05-02 14.05.09.mp4')
})

test('a recording stops before it exceeds the maximum upload size', () => {
  assert.equal(getMaxRecordingMs(getMaxUploadBytes('story')), maxRecordingMs)
  assert.ok(getMaxRecordingMs(50 * 2 ** 20) < 3 * 60_000)
})

test('distinguishes the reasons why the camera cannot be used', () => {
  const found = [
    'NotAllowedError',
    'NotFoundError',
    'OverconstrainedError',
    'NotReadableError',
    'AbortError',
  ].map((name) => classifyCameraError(new DOMException('', name)))
  assert.deepEqual(found, ['denied', 'missing', 'missing', 'busy', 'busy'])
  assert.equal(classifyCameraError(new TypeError('a bug')), 'failed')
})
