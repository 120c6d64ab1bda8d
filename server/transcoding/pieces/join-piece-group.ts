import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { LadderRung } from '#media/encode/bitrate-ladder.ts'
import { audioOnlyRung } from '#media/encode/bitrate-ladder.ts'
import { hasVideoTrack } from '#media/hls/master-playlist.ts'
import type { Rendition } from '#media/hls/rendition.ts'
import { joinPieces, makeAudioRendition } from '#media/pieces/join-pieces.ts'
import { audioFileName } from '#media/pieces/piece-commands.ts'
import type { VideoSource } from '#media/probe/probe-video.ts'
import { db } from '#server/platform/db/db.ts'
import { log } from '#server/platform/log.ts'
import type { JobContext } from '#server/platform/queue/queue.ts'
import { storage } from '#server/platform/storage/storage.ts'
import { withSpan } from '#server/platform/tracing/tracing.ts'
import {
  createTranscodeOutputFolder,
  getTranscodeOutputFolder,
  publishRenditions,
} from '../publish-outputs.ts'
import { runCleanupIgnoringErrors, withStorageRetry } from '../storage-retry.ts'
import { finishTranscodeAttempt } from '../transcode-attempt-outcome.ts'
import { StaleAttemptError, type TranscodeAttempt } from '../transcode-attempt.ts'
import { makeLateExtras } from '../extras/transcode-extras.ts'
import { getPieceStoragePrefix, loadPieceAttempt } from './piece-attempt.ts'
import { failPieces, maxPieceTries } from './piece-failure.ts'
import { isEveryGroupDone, markGroupDone, markGroupPublished } from './published-groups.ts'
import { findRungs, type RungGroup } from './rung-groups.ts'
import { listStoredAudio } from './stored-audio.ts'

/**
 * Joins the pieces of a group, publishes its renditions, and ends the attempt if this was the last group. Can
 * run again at any point: joining the same pieces again results in the same bytes.
 */
export async function joinPieceGroup(
  { contentId, fence, group }: { contentId: string; fence: number; group: RungGroup },
  { signal, stopping }: Pick<JobContext, 'signal' | 'stopping'>,
): Promise<void> {
  const name = `join-${group}-${randomUUID().slice(0, 8)}`
  const loaded = await loadPieceAttempt({ contentId, fence }, name, signal)
  if (!loaded) return
  const { run, source } = loaded
  try {
    await createTranscodeOutputFolder(run)
    await withSpan('internal', 'join', {}, () => joinAndPublish(run, source, group))
    if (!(await isEveryGroupDone(run))) return
    await finishTranscodeAttempt(run)
    await runCleanupIgnoringErrors(() => storage.remove(getPieceStoragePrefix(run)))
    log.info('upload is ready', { contentId })
  } catch (error) {
    if (error instanceof StaleAttemptError) return
    if (stopping.aborted) await countJoin(run, group, -1)
    throw error
  } finally {
    await rm(run.folder, { recursive: true, force: true })
  }
}

interface EncodedPiece {
  state: string
  rungs: string[]
  storage_key: string
}

/** If the group was published by a worker that was then killed, only makes the images and deletes the pieces. */
async function joinAndPublish(run: TranscodeAttempt, source: VideoSource, group: RungGroup): Promise<void> {
  const pieces = await loadEncodedPieces(run, group)
  if (pieces.length === 0) return
  const isPublished = pieces[0]!.state === 'published'
  const isFirst = await isFirstGroup(run, group)
  const hasFailed = (await countJoin(run, group, 1)) > maxPieceTries
  if (isPublished && (!isFirst || hasFailed)) return removePieces(run, group, pieces)
  if (hasFailed) {
    await failPieces(run, new Error('the pieces could not be joined'))
    throw new StaleAttemptError()
  }
  const audio = source.audio && (await listStoredAudio(run))
  const renditions: Rendition[] = []
  for (const rung of findRungs(source, pieces[0]!.rungs)) {
    const path = audio ? await fetchAudio(run, audio, rung.audioBitrate) : null
    const job = { source, out: getTranscodeOutputFolder(run), audio: path, signal: run.signal }
    renditions.push(await joinPieces(job, rung.name, fetchPieces(run, pieces, rung)))
  }
  // The audio-only rendition belongs to the first group.
  if (audio && isFirst && !isPublished) {
    const path = await fetchAudio(run, audio, audioOnlyRung.bitrate)
    const job = { source, out: getTranscodeOutputFolder(run), audio: path, signal: run.signal }
    const rendition = await makeAudioRendition(job)
    if (rendition) renditions.push(rendition)
  }
  if (!isPublished)
    await publishRenditions(run, source, renditions, (tx) => markGroupPublished(tx, run, group))
  if (isFirst) {
    const making = { run, signal: run.signal, input: '', out: getTranscodeOutputFolder(run) }
    await makeLateExtras(making, source, renditions.filter(hasVideoTrack), null)
  }
  await removePieces(run, group, pieces)
}

async function removePieces(run: TranscodeAttempt, group: RungGroup, pieces: EncodedPiece[]): Promise<void> {
  await markGroupDone(run, group)
  for (const { storage_key } of pieces) await runCleanupIgnoringErrors(() => storage.remove(storage_key))
}

/** Returns the pieces of a group in order, or an empty list if pieces are missing or no longer needed. */
async function loadEncodedPieces(
  { contentId, fence }: TranscodeAttempt,
  group: RungGroup,
): Promise<EncodedPiece[]> {
  const rows = await db
    .selectFrom('transcode_pieces')
    .select(['rungs', 'storage_key', 'state'])
    .where('content_id', '=', contentId)
    .where('fence', '=', fence)
    .where('rung_group', '=', group)
    .orderBy('first_segment')
    .execute()
  if (rows.some(({ storage_key }) => storage_key === null)) return []
  return rows.map((row) => ({ ...row, storage_key: row.storage_key! }))
}

/** The audio-only rendition and the images are made from the lowest group. */
async function isFirstGroup({ contentId }: TranscodeAttempt, group: RungGroup): Promise<boolean> {
  if (group === 'low') return true
  const low = await db
    .selectFrom('transcode_pieces')
    .select('content_id')
    .where('content_id', '=', contentId)
    .where('rung_group', '=', 'low')
    .limit(1)
    .executeTakeFirst()
  return low === undefined
}

/** Adds to the number of times that joining this group has started, and returns the result. */
async function countJoin(
  { contentId, fence }: TranscodeAttempt,
  group: RungGroup,
  by: 1 | -1,
): Promise<number> {
  const row = await db
    .updateTable('transcode_pieces')
    .set(({ eb }) => ({ tries: eb('tries', '+', by) }))
    .where('content_id', '=', contentId)
    .where('fence', '=', fence)
    .where('rung_group', '=', group)
    .where('first_segment', '=', 0)
    .returning('tries')
    .executeTakeFirst()
  return row?.tries ?? 0
}

async function fetchAudio(
  run: TranscodeAttempt,
  audio: Map<string, string>,
  bitrate: number,
): Promise<string> {
  const file = audioFileName(bitrate)
  const key = audio.get(file)
  if (!key) throw new Error(`${file} is not stored`)
  const path = join(run.folder, file)
  await rm(path, { force: true })
  await withStorageRetry(run, () => storage.fetchTo(key, path))
  return path
}

/** Fetches the pieces one after another, so that only one piece is on this machine's disk at a time. */
async function* fetchPieces(
  run: TranscodeAttempt,
  pieces: EncodedPiece[],
  { name }: LadderRung,
): AsyncGenerator<string> {
  const path = join(run.folder, 'piece.mp4')
  for (const { storage_key } of pieces) {
    await rm(path, { force: true })
    await withStorageRetry(run, () => storage.fetchTo(`${storage_key}/${name}.mp4`, path))
    yield path
  }
}
