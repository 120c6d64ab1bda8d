import assert from 'node:assert/strict'
import test from 'node:test'
import type { Notification } from '#contract/notifications.ts'
import { notificationMessages } from './notifications.ts'

const newVideo: Notification = {
  id: '0198f000-0000-7000-8000-000000000000',
  kind: 'new_video',
  content: {
    id: '0198f000-0000-7000-8000-000000000001',
    title: 'Wrong stop',
    language: null,
    picture_url: null,
  },
  videos_count: 1,
  episode: null,
  actors: [{ user_id: '0198f000-0000-7000-8000-000000000002', username: 'ada', avatar_url: null }],
  actors_count: 1,
  excerpt: null,
  error: null,
  decisions: [],
  starts_at: null,
  adult: false,
  read: false,
  created_at: '2026-01-01T00:00:00.000Z',
}

test('a notification about a new episode names the series and the episode number', () => {
  assert.equal(notificationMessages.sentence(newVideo), 'New video from @ada: “Wrong stop”')
  const episode = { series_title: 'Night bus', season: 1, episode: 2 }
  assert.equal(notificationMessages.sentence({ ...newVideo, episode }), 'New episode of Night bus: S1 E2')
  assert.equal(
    notificationMessages.sentence({ ...newVideo, episode, videos_count: 3 }),
    '3 new videos from @ada',
  )
})

test('a notification about a changed broadcast contains the start time, and the title only if it was rescheduled', () => {
  const { sentence } = notificationMessages
  const time = '3 December 2026, 18:00 CET'
  assert.equal(
    sentence({ ...newVideo, kind: 'broadcast_rescheduled', videos_count: 0 }, time),
    'ada moved “Wrong stop” to 3 December 2026, 18:00 CET',
  )
  const cancelled = { ...newVideo, kind: 'broadcast_cancelled' as const, content: null }
  assert.equal(sentence(cancelled, time), 'ada’s broadcast on 3 December 2026, 18:00 CET was cancelled')
  assert.equal(sentence({ ...cancelled, videos_count: 2 }, time), '2 broadcasts by ada were cancelled')
})
