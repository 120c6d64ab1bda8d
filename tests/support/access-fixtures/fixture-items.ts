import { randomBytes, randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { db } from '#server/platform/db/db.ts'
import { storage } from '#server/platform/storage/storage.ts'
import type { TestUser } from '../app/test-app.ts'
import type { FixtureItem, FixtureItemKey, FixtureOwnerKey } from './fixture-types.ts'
import { createFixtureBroadcast } from './fixture-broadcasts.ts'
import { generateUniqueWord } from './unique-word.ts'

interface ItemState {
  visibility?: 'followers' | 'only_me'
  chosen_visibility?: 'public' | 'unlisted'
  publication_state?: 'draft' | 'scheduled'
  publish_at?: Date
  moderation?: 'pending' | 'held' | 'limited' | 'removed' | 'quarantined'
  rating?: '16'
  stream_status?: 'processing'
  deleted_at?: Date
  isGone?: true
}

/**
 * Hidden items are newer than visible items, so a query that selects the newest item without checking its
 * visibility returns a hidden item.
 */
const itemStates: Record<FixtureItemKey, ItemState> = {
  public: {},
  followers: { visibility: 'followers' },
  only_me: { visibility: 'only_me' },
  unlisted: { visibility: 'only_me', chosen_visibility: 'unlisted' },
  draft: { visibility: 'only_me', chosen_visibility: 'public', publication_state: 'draft' },
  scheduled: {
    visibility: 'only_me',
    chosen_visibility: 'public',
    publication_state: 'scheduled',
    publish_at: new Date(Date.now() + 24 * 3600_000),
  },
  of_private_profile: {},
  rated_16: { rating: '16' },
  limited: { moderation: 'limited' },
  pending: { moderation: 'pending' },
  held: { moderation: 'held' },
  removed: { moderation: 'removed' },
  quarantined: { moderation: 'quarantined' },
  deleted: { deleted_at: new Date() },
  not_ready: { stream_status: 'processing' },
  of_suspended: {},
  of_leaving: {},
  never: { isGone: true },
}

/**
 * Creates an item with all its files, as if it had been uploaded and processed. All pictures of the item show
 * the same random squares.
 */
export async function createFixtureItem(
  by: TestUser,
  owner: FixtureOwnerKey,
  name: FixtureItemKey,
  isCopy = false,
): Promise<FixtureItem> {
  const { isGone, ...columns } = itemStates[name]
  const playbackId = `p${randomBytes(12).toString('hex')}`
  const words: [string, string] = [generateUniqueWord(), generateUniqueWord()]
  const cover = `cover/${randomBytes(12).toString('hex')}.webp`
  const media = `/media/${playbackId}`
  const isReady = columns.stream_status !== 'processing'
  const { id, stream_id } = await db
    .insertInto('content')
    .values({
      user_id: by.id,
      title: `Zebrafish ${words[0]}`,
      description: `All about it: ${words[1]}`,
      content_type: 'tv_show',
      genre: 'drama',
      tags: ['zebrafish'],
      playback_id: playbackId,
      duration_seconds: 4,
      comments_count: 20,
      width: 320,
      height: 180,
      stream_status: 'ready',
      stream_url: isReady ? `${media}/master.m3u8` : null,
      stream_thumbnail_url: `${media}/1/poster.webp`,
      preview_url: `${media}/1/preview.mp4`,
      storyboard_url: `${media}/1/storyboard.vtt`,
      cover_url: isCopy ? null : `${media}/${cover}`,
      file_url: `originals/${playbackId}`,
      ...columns,
    })
    .returning(['id', 'stream_id'])
    .executeTakeFirstOrThrow()
  const streamState = isReady ? 'ready' : 'encoding'
  await db
    .insertInto('streams')
    .values({ id: stream_id, content_id: id, state: streamState, playable: isReady })
    .execute()
  const uploadId = randomUUID()
  await db
    .insertInto('uploads')
    .values({
      id: uploadId,
      content_id: id,
      user_id: by.id,
      file_name: 'a.mp4',
      file_size: 9,
      completed_at: new Date(),
    })
    .execute()
  await db
    .insertInto('renditions')
    .values({
      content_id: id,
      name: '240p',
      fence: 1,
      folder: '1/240p',
      width: 426,
      height: 240,
      codecs: 'avc1.42c01e,mp4a.40.2',
      frame_rate: 25,
      bandwidth: 400_000,
      average_bandwidth: 300_000,
    })
    .execute()
  const captions = await db
    .insertInto('captions')
    .values({
      content_id: id,
      language: 'en',
      vtt: `WEBVTT\n\n00:00:00.000 --> 00:00:02.000\ncaption ${words[1]}\n`,
      cue_count: 1,
    })
    .returning(['id', 'file_id'])
    .executeTakeFirstOrThrow()
  await db
    .insertInto('caption_drafts')
    .values({
      content_id: id,
      language: 'fr',
      is_sdh: false,
      base_file_id: null,
      cues: JSON.stringify([{ start: 0, end: 2000, text: `draft ${words[1]}`, settings: '' }]),
      cue_count: 1,
    })
    .execute()
  const offer = await db
    .insertInto('offered_captions')
    .values({
      content_id: id,
      vtt: `WEBVTT\n\n00:00:00.000 --> 00:00:02.000\noffer ${words[1]}\n`,
      cue_count: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const picture = await createRandomImage()
  if (!isCopy) await storeItemFiles(playbackId, cover, picture, words[1])
  // Simulates an item that never existed: deletes the row and the files, but keeps the IDs, so that the tests
  // have IDs that belong to no record.
  await createFixtureBroadcast(by.id, id, playbackId)
  if (isGone) await db.deleteFrom('content').where('id', '=', id).execute()
  if (isGone) await storage.remove(`media/${playbackId}`)
  else await addToSeries(by.id, id, canOwnerSeeTitle(columns) ? words[0] : 'of a hidden item')
  const ids = { id, playbackId, streamId: stream_id, uploadId }
  const captionIds = { captionId: captions.id, captionFile: captions.file_id, offerId: offer.id }
  return { name, ...ids, ...captionIds, owner, words, picture, cover }
}

/** Owners see the titles of all their series, even of series without visible episodes. */
const canOwnerSeeTitle = ({ deleted_at, moderation }: ItemState) =>
  !deleted_at && moderation !== 'quarantined'

/**
 * Makes the item the only episode of a new series, so everyone who can find the item in lists sees the
 * series.
 */
async function addToSeries(user_id: string, content_id: string, word: string): Promise<void> {
  const { id: series_id } = await db
    .insertInto('series')
    .values({ user_id, title: `Series ${word}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('series_episodes').values({ content_id, series_id, season: 1, episode: 1 }).execute()
}

async function storeItemFiles(
  playbackId: string,
  cover: string,
  picture: Buffer,
  word: string,
): Promise<void> {
  const jpeg = await sharp(picture).jpeg().toBuffer()
  const text = (lines: string[]) => Buffer.from(lines.join('\n'))
  const below: Record<string, Buffer> = {
    '1/240p/index.m3u8': text([
      '#EXTM3U',
      '#EXT-X-VERSION:7',
      '#EXT-X-TARGETDURATION:4',
      '#EXT-X-MAP:URI="init.mp4"',
      '#EXTINF:4,',
      'seg_1.m4s',
      '#EXT-X-ENDLIST',
      '',
    ]),
    '1/240p/init.mp4': text([`init ${word}`]),
    '1/240p/seg_1.m4s': text([`segment ${word}`]),
    '1/preview.mp4': text([`preview ${word}`]),
    '1/storyboard.vtt': text([
      'WEBVTT',
      '',
      '00:00.000 --> 00:04.000',
      'storyboard_1.webp#xywh=0,0,160,90',
      '',
    ]),
    '1/storyboard_1.webp': picture,
    '1/poster.webp': picture,
    '1/frame_1.webp': picture,
    '1/thumbnail.jpg': jpeg,
    [cover]: picture,
  }
  for (const [name, bytes] of Object.entries(below))
    await storage.putBytes(`media/${playbackId}/${name}`, bytes)
  await storage.putBytes(`originals/${playbackId}`, text([`original ${word}`]))
}

/** Creates a picture of 8 × 8 random gray squares, which remain recognizable after any encoding. */
export async function createRandomImage(): Promise<Buffer> {
  return sharp(randomBytes(64), { raw: { width: 8, height: 8, channels: 1 } })
    .resize(320, 320, { kernel: 'nearest' })
    .webp()
    .toBuffer()
}
