import { db } from '#server/platform/db/db.ts'
import { storage } from '#server/platform/storage/storage.ts'

/** Adds an ended broadcast with one part to an item. Its live media are still in storage. */
export async function createFixtureBroadcast(
  user_id: string,
  content_id: string,
  playbackId: string,
): Promise<void> {
  const past = new Date(Date.now() - 3600_000)
  await db
    .insertInto('broadcasts')
    .values({
      content_id,
      user_id,
      source: 'browser',
      state: 'ended',
      delay_seconds: 10,
      next_chunk: 1,
      started_at: past,
      last_data_at: past,
      ended_at: past,
      packaged_at: past,
      end_reason: 'creator',
      recording_state: 'done',
    })
    .execute()
  await db
    .insertInto('scheduled_broadcasts')
    .values({ content_id, user_id, starts_at: new Date(Date.now() + 3600_000) })
    .execute()
  const [init, part] = ['1/source/init.mp4', '1/source/0.0.m4s']
  await db
    .insertInto('broadcast_renditions')
    .values({
      content_id,
      rendition: 'source',
      codecs: 'avc1.42c01e',
      width: 320,
      height: 180,
      object_name: init,
    })
    .execute()
  await db
    .insertInto('broadcast_parts')
    .values({
      content_id,
      rendition: 'source',
      segment_number: 0,
      part_index: 0,
      start_time: 10,
      segment_start_time: 10,
      duration: 0.5,
      is_independent: true,
      ends_segment: true,
      byte_length: 4,
      resume_offset: 0,
      object_name: part,
      made_at: past,
    })
    .execute()
  for (const name of [init, part])
    await storage.putBytes(`media/${playbackId}/live/${name}`, Buffer.from(name))
}
