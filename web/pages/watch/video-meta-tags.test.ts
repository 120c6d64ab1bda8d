import assert from 'node:assert/strict'
import test from 'node:test'
import type { ContentDetail } from '#contract/content/content.ts'
import { formatIsoDuration, buildVideoMetaTags } from './video-meta-tags.ts'

const item = {
  id: '01890000-0000-7000-8000-000000000000',
  language: 'es-419',
  title: 'Pier </script><script>alert(1)</script>',
  description: '',
  indexable: true,
  playback_id: 'p123456789012',
  stream_url: '/media/p123456789012/master.m3u8',
  thumbnail_url: '/media/p123456789012/thumbnail?time=1s&height=720',
  cover_url: null,
  created_at: '2026-05-06T07:08:09.000Z',
  duration_seconds: 3725.4,
  likes_count: 3,
  comments_count: 2,
  creator: { display_name: 'ada', username: 'ada' },
} as ContentDetail
const args = { context: { get: () => ({ publicUrl: 'https://bell.example' }) } }

test('provides structured data with absolute URLs for indexable videos', () => {
  const tags = buildVideoMetaTags(args, item)
  const video = tags.find((tag) => 'script:ld+json' in tag)!['script:ld+json' as keyof object] as Record<
    string,
    unknown
  >
  assert.equal(video['@type'], 'VideoObject')
  assert.equal(video['name'], item.title)
  assert.equal(video['description'], item.title)
  assert.deepEqual(video['thumbnailUrl'], [
    'https://bell.example/media/p123456789012/thumbnail?time=1s&height=720',
  ])
  assert.equal(video['inLanguage'], 'es-419')
  assert.equal(video['uploadDate'], '2026-05-06T07:08:09.000Z')
  assert.equal(video['duration'], 'PT1H2M5S')
  assert.equal(video['contentUrl'], 'https://bell.example/media/p123456789012/master.m3u8')
  assert.equal(video['embedUrl'], 'https://bell.example/embed/p123456789012')
  assert.match(JSON.stringify(video['interactionStatistic']), /LikeAction.*:3.*CommentAction.*:2/)
  const oembed = tags.find((tag) => 'type' in tag && tag.type === 'application/json+oembed')
  assert.ok(oembed && 'href' in oembed)
  assert.equal(
    new URL(oembed.href as string).searchParams.get('url'),
    `https://bell.example/watch/${item.id}`,
  )
})

test('provides no structured data for videos that are not indexable', () => {
  assert.deepEqual(buildVideoMetaTags(args, { ...item, indexable: false }), [])
  assert.deepEqual(buildVideoMetaTags(args, { ...item, playback_id: null }), [])
})

test('formats video durations as ISO 8601', () => {
  const durations = { PT1S: 0.2, PT12S: 12.4, PT1M: 60, PT1M1S: 61, PT1H: 3600, PT1H1S: 3601, PT2H3M: 7380 }
  for (const [text, seconds] of Object.entries(durations)) assert.equal(formatIsoDuration(seconds), text)
})
