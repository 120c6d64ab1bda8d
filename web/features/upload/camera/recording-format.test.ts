import assert from 'node:assert/strict'
import test from 'node:test'
import { maxUploadBytes } from '#contract/limits.ts'
import { classifyCameraError } from './camera-errors.ts'
import {
  chooseRecorderOptions,
  getMaxRecordingMs,
  maxRecordingMs,
  nameRecording,
} from './recording-format.ts'

test('records MP4 where the browser can, and WebM otherwise', () => {
  assert.match(chooseRecorderOptions(() => true).mimeType!, /^video\/mp4/)
  assert.match(chooseRecorderOptions((type) => type.includes('webm')).mimeType!, /^video\/webm/)
  assert.equal(chooseRecorderOptions(() => false).mimeType, undefined)
})

test('names a recording with an extension that the upload accepts', () => {
  const at = new Date(2026, 4, 2, 14, 5, 9)
  assert.equal(nameRecording('video/webm;codecs=vp8,opus', at), 'Recording 2026-05-02 14.05.09.webm')
  assert.equal(nameRecording('video/mp4', at), 'Recording 2026-05-02 14.05.09.mp4')
})

test('stops before the recording is larger than an upload may be', () => {
  assert.equal(getMaxRecordingMs(maxUploadBytes('story')), maxRecordingMs)
  assert.ok(getMaxRecordingMs(50 * 2 ** 20) < 3 * 60_000)
})

test('tells the reasons apart for which the camera cannot be used', () => {
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
