import { randomUUID } from 'node:crypto'
import { createUpload } from '#contract/content/uploads.ts'
import { db } from '#server/platform/db/db.ts'
import type { AccessFixtures } from '#tests/support/access-fixtures/fixture-types.ts'
import type { FuzzBroadcast } from './fuzz-broadcast.ts'
import type { FuzzDictionary } from './fuzz-request.ts'

/** Uploads that have not received any bytes yet. */
async function createStartedUploads(cast: AccessFixtures): Promise<string[]> {
  const body = { title: 'A small one', content_type: 'story', file_name: 'a.mp4', file_size: 5000 } as const
  const begun: string[] = []
  for (const name of ['stranger', 'follower', 'young'] as const)
    for (let n = 0; n < 3; n += 1)
      begun.push((await cast.actor(name).call(createUpload, { body })).uploadURL.split('/').at(-1)!)
  return begun
}

/**
 * Collects values that refer to existing records. The values are grouped by the name of the parameter that
 * accepts them.
 */
export async function collectFuzzDictionary(
  cast: AccessFixtures,
  broadcast: FuzzBroadcast,
): Promise<Omit<FuzzDictionary, 'actors'>> {
  const items = [...Object.values(cast.items), cast.publicItem]
  const people = Object.values(cast.people)
  const begun = await createStartedUploads(cast)
  const receipts = await db.selectFrom('reports').select('id').execute()
  const first = items[0]!
  const ids = [
    ...items.flatMap(({ id, streamId, uploadId }) => [id, streamId, uploadId]),
    ...people.map(({ id }) => id),
    ...Object.values(cast.comments).map(({ id }) => id),
    ...Object.values(cast.records).map(({ id }) => id),
    ...Object.values(cast.cases).map(({ id }) => id),
    ...receipts.map(({ id }) => id),
    // Broadcasts are a small part of the items, but have many endpoints.
    ...Array.from({ length: 5 }, () => broadcast.id),
  ]
  const media = `/media/${first.playbackId}`
  return {
    ids,
    texts: {
      username: people.map(({ username }) => username),
      playback_id: items.map(({ playbackId }) => playbackId),
      email: ['ada@example.com', 'nobody@example.com', 'new.person@example.com'],
      password: ['kayak-lantern-42', 'wrong-password-1'],
      time_zone: ['Europe/Berlin', 'America/New_York', 'Nowhere/Else'],
      genre: ['pop', 'rock', 'drama'],
      tag: ['zebrafish', '#Zebra Fish', 'x'],
      file_name: ['a.mp4', 'b.mov', 'c.webm', 'd.exe'],
      q: ['zebrafish', 'zebr', first.words[0], 'ada'],
      next: ['/dashboard', '/watch/1', '//evil.example', '/api/session'],
      addresses: [`http://localhost:3000/watch/${first.id}`],
      address: [`http://localhost:3000/watch/${first.id}`],
    },
    paths: [
      '/',
      '/music',
      '/search',
      '/charts',
      '/genre/pop',
      '/browse/genre',
      `/watch/${first.id}`,
      `/embed/${first.playbackId}`,
      '/creator/ada',
      `/creator/id/${people[0]!.id}`,
      '/create/story',
      '/create/broadcast',
      '/live',
      `/watch/${broadcast.id}`,
      '/dashboard',
      '/dashboard/data',
      `/dashboard/edit/${first.id}`,
      '/notifications',
      '/mod',
      '/login',
      '/signup',
      '/contact',
      '/help',
      '/api/docs',
      '/dev/mail',
      '/manifest.webmanifest',
      '/nothing/like/this',
      '/healthz',
      '/robots.txt',
      '/sitemap.xml',
      '/sitemap/videos.xml',
      '/oembed',
      '/assets/nothing.js',
      '/favicon.svg',
      `/api/uploads/${first.uploadId}`,
      `/api/content/${first.id}/events`,
      '/api/notifications/events',
      '/api/auth/verify-email',
      '/api/auth/callback/google',
      `${media}/master.m3u8`,
      `${media}/thumbnail`,
      `${media}/1/240p/index.m3u8`,
      `${media}/1/240p/seg_1.m4s`,
      `${media}/1/poster.webp`,
      people[0]!.avatar,
    ],
    raw: {
      uploads: [...begun, first.uploadId, randomUUID()],
      chunks: [broadcast.id, first.id, randomUUID()].map((id) => `/api/broadcasts/${id}/chunks`),
      media: [
        'live/master.m3u8',
        'live/source/index.m3u8',
        'live/source/init-0.mp4',
        'live/source/0.0.m4s',
        'live/source/0.m4s',
        'live/../../originals',
        'master.m3u8',
        'thumbnail',
        '1/240p/index.m3u8',
        '1/240p/seg_1.m4s',
        '1/preview.mp4',
        '1/storyboard.vtt',
        '1/240p/../../originals',
        'x',
      ]
        .map((path) => `${media}/${path}`)
        .concat(people[0]!.avatar),
      usernames: [
        '/oembed?url=*&maxwidth=*&format=json',
        '/oembed?url=*&format=*',
        '/sitemap/videos.xml?after=*',
        '/sitemap.xml?*=*',
        '/robots.txt?*',
        '/embed/*',
        '/api/auth/verify-email?token=*&callbackURL=*',
        '/api/auth/callback/google?state=*&code=*',
        '/api/auth/callback/apple?state=*&error=*',
        '/api/auth/get-session?*=*',
        '/api/auth/*',
        '/api/me/export/*',
        '/avatars/*/*',
        '/media/*/*',
        `${media}/live/source/index.m3u8?_HLS_msn=*&_HLS_part=*&_HLS_skip=*`,
        `/media/${broadcast.playbackId}/live/*`,
      ],
      live: [
        ...items.slice(0, 4).map(({ id }) => `/api/content/${id}/events`),
        `/api/content/${broadcast.id}/events`,
        '/api/notifications/events',
        '/api/live/made-up',
      ],
      words: [`http://localhost:3000/watch/${first.id}`, first.playbackId, first.id, '320', '0'],
    },
  }
}
