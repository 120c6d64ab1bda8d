import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { listIdleRungs } from '#media/idle-encoding/idle-codecs.ts'
import type { LadderRung } from '#media/encode/bitrate-ladder.ts'
import type { Rendition } from '#media/hls/rendition.ts'
import { encodePieceAudio } from '#media/pieces/encode-piece.ts'
import { joinPieces } from '#media/pieces/join-pieces.ts'
import { audioFileName, listAudioBitrates } from '#media/pieces/piece-commands.ts'
import type { Piece } from '#media/pieces/plan-pieces.ts'
import { assertRegularFiles } from '#server/platform/storage/regular-files.ts'
import { storage } from '#server/platform/storage/storage.ts'
import { type StorageWrite, withStorageWrite } from '#server/platform/storage/storage-writes.ts'
import { toRenditionRow } from '../publish-outputs.ts'
import { runCleanupIgnoringErrors, withStorageRetry } from '../storage-retry.ts'
import { StaleAttemptError } from '../transcode-attempt.ts'
import { discardEncodedPieces, runInIdleEncodingTransaction } from './claim-idle-encoding.ts'
import { getIdlePieceKey, idleNiceLevel, type IdleEncodingRun } from './idle-encoding-run.ts'

/**
 * Joins the encoded pieces, and adds all renditions to the master playlist in one transaction. hls.js does not
 * switch between codecs on its own, so an incomplete AV1 group would limit the quality.
 *
 * People who are watching keep the playlists that they have loaded. The replaced H.264 renditions are deleted
 * six hours later (`sweepOldRenditions`), and no live update makes players reload the playlist.
 */
export async function publishIdleEncoding(run: IdleEncodingRun, plan: readonly Piece[]): Promise<void> {
  const renditions = await joinRenditions(run, plan).catch(async (error: unknown) => {
    if (!run.signal.aborted) await discardEncodedPieces(run)
    throw error
  })
  const prefix = `media/${run.playbackId}/${run.fence}`
  const prefixes = renditions.map(({ folder }) => `${prefix}/${folder}`)
  try {
    await withStorageWrite({ owner: `media/${run.playbackId}`, prefixes }, async (write) => {
      for (const { name, folder } of renditions) {
        await assertRegularFiles(join(run.folder, name))
        await withStorageRetry(run, () => storage.putFolder(`${prefix}/${folder}`, join(run.folder, name)))
      }
      await commit(run, renditions, write)
    })
  } catch (error) {
    // After any other error, it is not certain that the transaction was rolled back.
    if (error instanceof StaleAttemptError)
      for (const key of prefixes) await runCleanupIgnoringErrors(() => storage.remove(key))
    throw error
  }
}

type IdleRendition = Rendition & { folder: string }

async function joinRenditions(run: IdleEncodingRun, plan: readonly Piece[]): Promise<IdleRendition[]> {
  const { source, input, folder: out, signal } = run
  const rungs = listIdleRungs(source, run.codec)
  for (const bitrate of source.audio ? listAudioBitrates(rungs) : [])
    await encodePieceAudio({ source, input, out, signal, nice: idleNiceLevel }, bitrate)
  const renditions: IdleRendition[] = []
  for (const rung of rungs) {
    const audio = source.audio ? join(out, audioFileName(rung.audioBitrate)) : null
    const rendition = await joinPieces(
      { source, out, audio, signal },
      rung.name,
      fetchPieces(run, plan, rung),
    )
    // Every claim stores its files in its own folders, so files never change after they are published.
    renditions.push({ ...rendition, folder: `${rung.name}-${run.codec}-${run.claim}` })
  }
  return renditions
}

/** Fetches the pieces one after another, so that only one piece is on this machine's disk at a time. */
async function* fetchPieces(
  run: IdleEncodingRun,
  plan: readonly Piece[],
  { name }: LadderRung,
): AsyncGenerator<string> {
  const path = join(run.folder, 'piece.mp4')
  for (const piece of plan) {
    await rm(path, { force: true })
    await withStorageRetry(run, () => storage.fetchTo(`${getIdlePieceKey(run, piece)}/${name}.mp4`, path))
    yield path
  }
}

async function commit(
  run: IdleEncodingRun,
  renditions: readonly IdleRendition[],
  write: StorageWrite,
): Promise<void> {
  const { contentId, codec, fence } = run
  await runInIdleEncodingTransaction(run, async (tx) => {
    await write.complete(tx)
    if (codec === 'h264')
      await tx
        .updateTable('renditions')
        .set({ superseded_at: new Date() })
        .where('content_id', '=', contentId)
        .where('superseded_at', 'is', null)
        .where('codecs', 'like', 'avc1%')
        .where(({ eb, or }) =>
          or(renditions.map(({ width, height }) => eb('width', '=', width).and('height', '=', height))),
        )
        .execute()
    await tx
      .insertInto('renditions')
      .values(
        renditions.map(({ folder, ...rendition }) =>
          toRenditionRow({ contentId, fence }, { ...rendition, name: folder }),
        ),
      )
      .execute()
    await tx
      .updateTable('idle_encodings')
      .set({ state: 'done', pieces: [] })
      .where('content_id', '=', contentId)
      .where('codec', '=', codec)
      .execute()
  })
}
