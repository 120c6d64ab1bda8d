import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { hasVideoTrack } from '#media/hls/master-playlist.ts'
import type { ThumbnailFiles } from '#media/thumbnails/thumbnails.ts'
import type { VideoSource } from '#media/probe/probe-video.ts'
import type { Rendition } from '#media/hls/rendition.ts'
import { emitEvent } from '#server/domain-events.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { assertRegularFiles } from '#server/platform/storage/regular-files.ts'
import { withStorageWrite } from '#server/platform/storage/storage-writes.ts'
import { storage } from '#server/platform/storage/storage.ts'
import {
  StaleAttemptError,
  type TranscodeAttempt,
  runInTranscodeAttemptTransaction,
} from './transcode-attempt.ts'
import { publishStreamStatus, listPlayableQualities } from './stream-status.ts'
import { runCleanupIgnoringErrors, withStorageRetry } from './storage-retry.ts'
import { selectItemsWithoutAccessCheck } from '#server/access-policy/content-queries.ts'

/** Returns the prefix that the storage keys and the URL paths of an attempt's published files share. */
export function getTranscodeStoragePrefix({
  playbackId,
  fence,
}: Pick<TranscodeAttempt, 'playbackId' | 'fence'>): string {
  return `media/${playbackId}/${fence}`
}

/**
 * Stores verified renditions and publishes all of them in one transaction. `begin` runs at the beginning of the
 * transaction and decides whether to publish. If the ladder is not complete yet, a remuxed first rendition stays
 * in the master playlist.
 */
export async function publishRenditions(
  run: TranscodeAttempt,
  source: VideoSource,
  renditions: Rendition[],
  begin: (tx: Tx) => Promise<{ shouldPublish: boolean; isComplete: boolean }> = async () => ({
    shouldPublish: true,
    isComplete: renditions.some(({ name }) => name !== 'source'),
  }),
): Promise<void> {
  const folders = renditions.map(({ name }) => name)
  // All of these renditions can be audio-only, because a ladder with a single rung has only one video
  // rendition. The duration is taken only from a rendition with a video track.
  const video = renditions.find(hasVideoTrack)
  await storeAndCommit(run, { folders }, async (tx) => {
    const { shouldPublish, isComplete } = await begin(tx)
    if (!shouldPublish) return
    await supersedeRenditions(tx, run, isComplete)
    const isFirst = await lockIfNotReady(tx, run.contentId)
    await tx
      .insertInto('renditions')
      .values(renditions.map((rendition) => toRenditionRow(run, rendition)))
      .execute()
    await tx
      .updateTable('content')
      .set({ stream_status: 'ready', stream_url: `/media/${run.playbackId}/master.m3u8` })
      .set({ width: source.width, height: source.height })
      .set(video ? { duration_seconds: video.duration } : {})
      .set({ updated_at: new Date() })
      .where('id', '=', run.contentId)
      .execute()
    await tx
      .updateTable('streams')
      .set({ state: 'encoding', playable: true })
      .where('content_id', '=', run.contentId)
      .execute()
    const qualities = await listPlayableQualities(tx, run.contentId)
    await emitEvent(tx, { type: 'renditions_added', contentId: run.contentId, renditions: qualities })
    if (isFirst) await emitEvent(tx, { type: 'upload_ready', contentId: run.contentId })
  })
}

async function lockIfNotReady(tx: Tx, contentId: string): Promise<boolean> {
  const row = await selectItemsWithoutAccessCheck(tx)
    .select('id')
    .where('id', '=', contentId)
    .where('stream_status', '!=', 'ready')
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Publishes the poster, the thumbnail and the preview. The cover and the thumbnail that the creator chose are
 * stored in other columns of the same row.
 */
export async function publishThumbnails(
  run: TranscodeAttempt,
  { poster, preview, files }: ThumbnailFiles,
): Promise<void> {
  await storeAndCommit(run, { files }, async (tx) => {
    const at = `/${getTranscodeStoragePrefix(run)}`
    await tx
      .updateTable('content')
      .set({ stream_thumbnail_url: `${at}/${poster}`, preview_url: `${at}/${preview}` })
      .where('id', '=', run.contentId)
      .execute()
  })
}

export async function publishStoryboard(run: TranscodeAttempt, files: string[]): Promise<void> {
  await storeAndCommit(run, { files }, async (tx) => {
    await tx
      .updateTable('content')
      .set({ storyboard_url: `/${getTranscodeStoragePrefix(run)}/storyboard.vtt` })
      .where('id', '=', run.contentId)
      .execute()
  })
}

/**
 * Publishes the frames from which the creator can choose a cover. The frames have no database row. The frames
 * are stored next to the poster and are found by their names.
 */
export async function publishCoverFrames(run: TranscodeAttempt, files: string[]): Promise<void> {
  await storeAndCommit(run, { files }, async () => {})
}

interface PublishedFiles {
  files?: string[]
  folders?: string[]
}

/**
 * Stores the files first, then commits the database row that references the files. If the attempt is no
 * longer current, deletes the files that the attempt has stored.
 */
async function storeAndCommit(
  run: TranscodeAttempt,
  { files = [], folders = [] }: PublishedFiles,
  commit: (tx: Tx) => Promise<void>,
): Promise<void> {
  const [key, path] = [getTranscodeStoragePrefix(run), getTranscodeOutputFolder(run)]
  try {
    for (const name of [...files, ...folders]) await assertRegularFiles(join(path, name))
    await withStorageWrite(transcodeObjects(run, [...files, ...folders]), async (write) => {
      for (const name of files)
        await withStorageRetry(run, () => storage.putFile(`${key}/${name}`, join(path, name)))
      for (const name of folders)
        await withStorageRetry(run, () => storage.putFolder(`${key}/${name}`, join(path, name)))
      await runInTranscodeAttemptTransaction(run, async (tx) => {
        await write.complete(tx)
        await commit(tx)
        await publishStreamStatus(tx, run.contentId)
      })
    })
  } catch (error) {
    if (error instanceof StaleAttemptError)
      for (const name of [...files, ...folders])
        await runCleanupIgnoringErrors(() => storage.remove(`${key}/${name}`))
    throw error
  }
}

/** Describes files or folders of an attempt for `withStorageWrite`. */
export function transcodeObjects(run: TranscodeAttempt, names: string[]) {
  const prefix = getTranscodeStoragePrefix(run)
  return { owner: `media/${run.playbackId}`, prefixes: names.map((name) => `${prefix}/${name}`) }
}

/** Returns the folder that ffmpeg writes to. */
export function getTranscodeOutputFolder(run: TranscodeAttempt): string {
  return join(run.folder, 'out')
}

export async function createTranscodeOutputFolder(run: TranscodeAttempt): Promise<void> {
  // Only the server's own user can read the folder, because originals are hard-linked into it.
  await mkdir(getTranscodeOutputFolder(run), { recursive: true, mode: 0o700 })
}

/**
 * Removes the renditions of earlier attempts from the master playlist. If the ladder exists, also removes a
 * remuxed first rendition.
 */
async function supersedeRenditions(tx: Tx, run: TranscodeAttempt, isLadder: boolean): Promise<void> {
  await tx
    .updateTable('renditions')
    .set({ superseded_at: new Date() })
    .where('content_id', '=', run.contentId)
    .where('superseded_at', 'is', null)
    .where((row) => row.or([row('fence', '<', run.fence), ...(isLadder ? [row('name', '=', 'source')] : [])]))
    .execute()
}

export function toRenditionRow(
  run: Pick<TranscodeAttempt, 'contentId' | 'fence'>,
  { name, ...rendition }: Rendition,
) {
  return {
    content_id: run.contentId,
    name,
    fence: run.fence,
    folder: `${run.fence}/${name}`,
    width: rendition.width,
    height: rendition.height,
    codecs: rendition.codecs,
    frame_rate: rendition.frame_rate,
    bandwidth: rendition.bandwidth,
    average_bandwidth: rendition.average_bandwidth,
    independent: rendition.independent,
  }
}

/** Saves the result of probing the file, and marks the stream as probed. */
export async function saveSourceInfo(run: TranscodeAttempt, source: VideoSource): Promise<void> {
  await runInTranscodeAttemptTransaction(run, async (tx) => {
    await tx
      .updateTable('streams')
      .set({ state: 'probed', source: JSON.stringify(source) })
      .where('content_id', '=', run.contentId)
      .execute()
    await publishStreamStatus(tx, run.contentId)
  })
}
