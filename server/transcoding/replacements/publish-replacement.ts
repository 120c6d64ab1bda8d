import { join } from 'node:path'
import { sql } from 'kysely'
import type { Rendition } from '#media/hls/rendition.ts'
import type { VideoSource } from '#media/probe/probe-video.ts'
import type { ThumbnailFiles } from '#media/thumbnails/thumbnails.ts'
import { hasOpenCaseAboutItem } from '#server/access-policy/moderation-case-conditions.ts'
import { emitEvent } from '#server/domain-events.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { ReplacementOutputs } from '#server/platform/db/tables/replacements.ts'
import { assertRegularFiles } from '#server/platform/storage/regular-files.ts'
import { withStorageWrite } from '#server/platform/storage/storage-writes.ts'
import { storage } from '#server/platform/storage/storage.ts'
import {
  getTranscodeOutputFolder,
  getTranscodeStoragePrefix,
  toRenditionRow,
  transcodeObjects,
} from '../publish-outputs.ts'
import { findSimilarRemovedMedia } from '../removed-media-match.ts'
import { runCleanupIgnoringErrors, withStorageRetry } from '../storage-retry.ts'
import { StaleAttemptError, type TranscodeAttempt } from '../transcode-attempt.ts'
import { runInReplacementAttemptTransaction } from './replacement-attempt.ts'
import { swapInReplacement } from './swap-in-replacement.ts'

interface Made {
  renditions: Rendition[]
  thumbnails: ThumbnailFiles | null
  storyboard: string[] | null
  frames: string[] | null
  loudness: number | null
  outputs: Omit<ReplacementOutputs, 'loudness_lufs' | 'poster' | 'preview' | 'has_storyboard'>
}

/**
 * Stores the outputs of a completed attempt. The new file takes effect in the same transaction, unless a
 * moderator has to review it first. A review is needed if the new file resembles removed media. A review is
 * also needed if a case about the item was opened in the meantime, because the current file is then evidence.
 */
export async function publishReplacement(
  run: TranscodeAttempt,
  source: VideoSource,
  made: Made,
): Promise<void> {
  const { perceptual_hash: hash } = made.outputs
  const copied = hash ? await findSimilarRemovedMedia(run, Buffer.from(hash, 'base64')) : undefined
  try {
    await withStorageWrite(transcodeObjects(run, listNames(made)), async (write) => {
      await storeFiles(run, made)
      await runInReplacementAttemptTransaction(run, { changesItem: true }, async (tx) => {
        await write.complete(tx)
        await saveOutputs(tx, run, source, made)
        if (!copied && !(await hasOpenCaseAboutItem(tx, run.contentId)))
          return swapInReplacement(tx, run.contentId)
        await tx
          .updateTable('stream_replacements')
          .set({ state: 'held' })
          .where('content_id', '=', run.contentId)
          .execute()
        await emitEvent(tx, { type: 'replacement_changed', contentId: run.contentId })
        if (copied) await emitEvent(tx, { type: 'replacement_held', contentId: run.contentId, ...copied })
      })
    })
  } catch (error) {
    if (error instanceof StaleAttemptError)
      await runCleanupIgnoringErrors(() => storage.remove(getTranscodeStoragePrefix(run)))
    throw error
  }
}

async function storeFiles(run: TranscodeAttempt, made: Made): Promise<void> {
  const [key, path] = [getTranscodeStoragePrefix(run), getTranscodeOutputFolder(run)]
  const folders = made.renditions.map(({ name }) => name)
  const files = listNames(made).filter((name) => !folders.includes(name))
  for (const name of listNames(made)) await assertRegularFiles(join(path, name))
  for (const name of files)
    await withStorageRetry(run, () => storage.putFile(`${key}/${name}`, join(path, name)))
  for (const name of folders)
    await withStorageRetry(run, () => storage.putFolder(`${key}/${name}`, join(path, name)))
}

function listNames(made: Made): string[] {
  const files = [...(made.thumbnails?.files ?? []), ...(made.storyboard ?? []), ...(made.frames ?? [])]
  return [...files, ...made.renditions.map(({ name }) => name)]
}

/**
 * Saves the renditions and the properties of the new file. The new renditions are not in any playlist yet.
 */
async function saveOutputs(tx: Tx, run: TranscodeAttempt, source: VideoSource, made: Made): Promise<void> {
  await tx
    .insertInto('renditions')
    .values(
      made.renditions.map((rendition) => ({
        ...toRenditionRow(run, rendition),
        superseded_at: sql<Date>`'infinity'`,
      })),
    )
    .execute()
  const outputs: ReplacementOutputs = {
    ...made.outputs,
    loudness_lufs: made.loudness,
    poster: made.thumbnails?.poster ?? null,
    preview: made.thumbnails?.preview ?? null,
    has_storyboard: made.storyboard !== null,
  }
  await tx
    .updateTable('stream_replacements')
    .set({
      percent: 100,
      eta_seconds: null,
      source: JSON.stringify(source),
      outputs: JSON.stringify(outputs),
    })
    .where('content_id', '=', run.contentId)
    .execute()
}
