import test from 'node:test'
import assert from 'node:assert/strict'
import { formatPublishTime } from './publish-time.ts'
import { getUploadStatus } from './upload-status.ts'

const item = { percent: 0, visibility: 'public', error: null } as const

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

test('each upload state has its own description in the upload list', () => {
  assert.equal(
    getUploadStatus({ ...item, stream_status: 'uploading' }).text,
    'Upload not finished. Choose the same file to resume',
  )
  const queued = { queue_place: 2, eta_seconds: 130, percent: 0 }
  assert.equal(
    plain(getUploadStatus({ ...item, stream_status: 'received' }, queued).text),
    'Waiting · number 2 in line · about 3 min left',
  )
  const running = { queue_place: null, eta_seconds: 8.2, percent: 41.7 }
  const processing = getUploadStatus({ ...item, stream_status: 'processing' }, running)
  assert.equal(plain(processing.text), 'Processing 41% · about 9 s left')
  assert.equal(processing.percent, 41)
  assert.equal(
    getUploadStatus({ ...item, stream_status: 'ready', percent: 60 }).text,
    'Everyone can watch · more quality options on the way',
  )
})

test('shows the server’s reason for a failed upload', () => {
  const error = { title: 'Not a video', detail: 'This file holds no picture.' }
  const failed = getUploadStatus({ ...item, stream_status: 'failed', error })
  assert.deepEqual(failed, { tone: 'bad', text: 'Not a video: This file holds no picture.' })
})

test('the upload list shows moderation decisions and pending reviews instead of the processing status', () => {
  const statusOf = (moderation: 'removed' | 'held' | 'limited' | 'pending') =>
    getUploadStatus({ ...item, stream_status: 'ready', percent: 100, moderation }).text
  assert.equal(statusOf('removed'), 'Removed. Other people can’t see it any more')
  assert.equal(statusOf('held'), 'A moderator is reviewing this video. Only you can see it for now')
  assert.equal(statusOf('limited'), 'Unlisted: anyone with the link can watch')
  assert.equal(statusOf('pending'), 'Under review. Only you can see it for now')
})

test('shows a video as private if only its owner can watch it', () => {
  const mine = getUploadStatus({ ...item, visibility: 'only_me', stream_status: 'ready', percent: 100 })
  assert.equal(mine.text, 'Only you can watch')
})

test('a draft is marked as private, and a scheduled video shows its publication time', () => {
  const ready = { ...item, stream_status: 'ready', percent: 100 } as const
  const draft = getUploadStatus({ ...ready, publication_state: 'draft', publish_at: null })
  assert.deepEqual(draft, { tone: 'waiting', text: 'Only you can see this draft' })
  const at = '2126-12-03T17:00:00.000Z'
  const scheduled = getUploadStatus(
    { ...ready, publication_state: 'scheduled', publish_at: at },
    null,
    'Europe/Madrid',
  )
  assert.deepEqual(scheduled, {
    tone: 'waiting',
    text: 'Will be published Tue 3 Dec 2126, 18:00 (your time zone)',
  })
  // The server renders the time in UTC, because it does not know the browser's time zone.
  const onServer = getUploadStatus({ ...ready, publication_state: 'scheduled', publish_at: at })
  assert.equal(onServer.text, 'Will be published Tue 3 Dec 2126, 17:00 (UTC)')
})

test('the publication time includes the year only if it is not the current year', () => {
  const time = (at: string) => formatPublishTime(at, 'Europe/Madrid', new Date('2026-11-27T09:00:00.000Z'))
  assert.equal(time('2026-11-28T17:00:00.000Z'), 'Sat 28 Nov, 18:00')
  assert.equal(time('2026-12-31T23:30:00.000Z'), 'Fri 1 Jan 2027, 00:30')
})
