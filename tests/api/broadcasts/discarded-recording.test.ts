/* A recording that was being prepared when its broadcast was stopped. */
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { emitEvent } from '#server/domain-events.ts'
import { db, transaction } from '#server/platform/db/db.ts'
import { StaleAttemptError } from '#server/transcoding/transcode-attempt.ts'
import { goOnAir, startBroadcastTestApp } from '#tests/support/app/broadcast-test-app.ts'

let testApp: Awaited<ReturnType<typeof startBroadcastTestApp>>
before(async () => (testApp = await startBroadcastTestApp()))
after(() => testApp.close())

test('a discarded recording is neither published nor reported as failed', async () => {
  const { id: contentId } = await goOnAir(testApp, 'ada')
  const emit = (type: 'upload_ready' | 'upload_failed') =>
    transaction((tx) => emitEvent(tx, { type, contentId }))
  const setState = (recording_state: 'queued' | 'discarded') =>
    db
      .updateTable('broadcasts')
      .set({ recording_state, packaged_at: sql<Date>`now()` })
      .where('content_id', '=', contentId)
      .execute()
  await setState('discarded')
  await assert.rejects(emit('upload_ready'), StaleAttemptError)
  await assert.rejects(emit('upload_failed'), StaleAttemptError)
  await setState('queued')
  await emit('upload_ready')
})
