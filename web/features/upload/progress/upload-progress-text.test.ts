import test from 'node:test'
import assert from 'node:assert/strict'
import { createEmptyVideoDetails } from '../details/video-details.ts'
import {
  getProgressPercent,
  formatUploadStats,
  getUploadHeadline,
  formatQueuePosition,
  getProgressAnnouncement,
  formatProcessingStats,
} from './upload-progress-text.ts'
import type { CurrentUpload } from '../transfer/current-upload.ts'

const plain = (words: string) => words.replaceAll('\u00a0', ' ')
const MB = 1024 * 1024
const at = (patch: Partial<CurrentUpload>): CurrentUpload => ({
  phase: 'uploading',
  hold: null,
  file: { size: 100 * MB } as File,
  size: 100 * MB,
  prepared: 0,
  isCompressed: false,
  isMetadataRemoved: false,
  details: createEmptyVideoDetails('music'),
  contentId: null,
  bytesSent: 43 * MB,
  speed: MB,
  resumedAt: null,
  stream: null,
  playable: false,
  error: null,
  isRetryable: false,
  notes: [],
  captionFailures: [],
  ...patch,
})

test('shows the bytes sent, the speed and the time remaining for an upload', () => {
  assert.equal(plain(formatUploadStats(at({}))), '43 MB of 100 MB · 1 MB/s · about 1 min left')
  assert.equal(getProgressPercent(at({})), 71.5)
})

test('shows preparation as the first half of the progress, so uploading starts at 50%', () => {
  assert.equal(getProgressPercent(at({ phase: 'loading' })), undefined)
  assert.equal(getProgressPercent(at({ phase: 'transcoding', prepared: 0.5 })), 25)
  assert.equal(getProgressPercent(at({ phase: 'transcoding', prepared: 1 })), 50)
  assert.equal(getProgressPercent(at({ bytesSent: 0 })), 50)
  assert.equal(getProgressPercent(at({ phase: 'complete' })), 100)
  assert.match(formatUploadStats(at({ phase: 'transcoding' })), /Nothing has left your device yet/)
})

test('hides the upload speed while nothing is transferred', () => {
  assert.equal(getUploadHeadline(at({ hold: 'network', speed: undefined })), 'Waiting for the network…')
  assert.doesNotMatch(formatUploadStats(at({ hold: 'network', speed: undefined })), /\/s/)
  assert.equal(getUploadHeadline(at({ hold: 'storage' })), 'Storage full')
})

test('shows the queue position first, then the percentage and the time remaining', () => {
  assert.equal(
    plain(formatProcessingStats({ queue_place: 2, eta_seconds: 40, percent: 0 })),
    '2nd in line · about 40 s left',
  )
  assert.equal(
    plain(formatProcessingStats({ queue_place: null, eta_seconds: 12, percent: 34.6 })),
    '34% done · about 15 s left',
  )
  assert.equal(formatProcessingStats({ queue_place: null, eta_seconds: null, percent: 34 }), '34% done')
})

test("shows the server's own message when the server rejects an upload", () => {
  assert.equal(
    getUploadHeadline(at({ phase: 'error', error: { title: 'Not a video', detail: '' } })),
    'Not a video',
  )
})

test('announces upload progress to screen readers at every ten percent', () => {
  assert.equal(getProgressAnnouncement(at({})), 'Uploading: 70 percent')
  assert.equal(getProgressAnnouncement(at({ bytesSent: 47 * MB })), 'Uploading: 70 percent')
  assert.equal(getProgressAnnouncement(at({ phase: 'transcoding', prepared: 0.5 })), 'Preparing: 20 percent')
})

test('formats ordinals: 1st, 2nd, 3rd, 4th, 11th, 22nd', () => {
  assert.deepEqual([1, 2, 3, 4, 11, 12, 13, 22].map(formatQueuePosition), [
    '1st',
    '2nd',
    '3rd',
    '4th',
    '11th',
    '12th',
    '13th',
    '22nd',
  ])
})
