import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { listMediaFiles } from '#media/hls/media-playlist.ts'
import { db } from '#server/platform/db/db.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { createNumberedClip, readFrameNumbers } from '#tests/support/media/numbered-frames.ts'
import { type PipelineTestApp, startPipelineTestApp } from '#tests/support/app/pipeline-test-app.ts'

const pieceSeconds = 8
const seconds = 81
const rate = 8
/** The time limit for encoding, in seconds. It takes 30 s on an idle machine, but other tests encode videos too. */
export const maxEncodingSeconds = 400

/** An app whose videos are encoded in pieces of 8 s by separate worker processes. */
export interface PieceTestApp extends PipelineTestApp {
  startWorker(): Promise<ChildProcess>
  /** Stops a worker and waits for its end. */
  stopWorker(worker: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
  stopAllWorkers(): Promise<void>
  /** Uploads a video of ten pieces. Each of its frames shows its own number. */
  upload(): Promise<string>
}

export async function startPieceTestApp(): Promise<PieceTestApp> {
  const app = await startPipelineTestApp({ env: { PIECE_SECONDS: `${pieceSeconds}` } })
  const ada = await app.join('ada')
  const clip = await createClip()
  const workers = new Set<ChildProcess>()
  await recordPieceClaims()
  const stopWorker = async (worker: ChildProcess, signal: 'SIGTERM' | 'SIGKILL') => {
    workers.delete(worker)
    const exit = once(worker, 'exit')
    worker.kill(signal)
    await exit
  }
  return {
    ...app,
    async startWorker() {
      const file = new URL('../processes/transcoding-worker-process.ts', import.meta.url)
      const worker = fork(file, [app.databaseUrl, app.dataDir, `${pieceSeconds}`])
      workers.add(worker)
      await once(worker, 'message')
      return worker
    },
    stopWorker,
    async stopAllWorkers() {
      for (const worker of workers) await stopWorker(worker, 'SIGKILL')
    },
    upload: async () => (await app.send(ada, clip, 'clip.mp4')).contentId,
  }
}

/** Makes a video that is encoded in ten pieces. */
export async function createClip(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'afterbell-clip-'))
  const path = join(folder, 'clip.mp4')
  await createNumberedClip(path, { rate: `${rate}`, seconds, size: '960:540' })
  const clip = await readFile(path)
  await rm(folder, { recursive: true })
  return clip
}

/**
 * Records each time that a worker starts to encode a piece, because the rows of the pieces are deleted. Also
 * records whether the remuxed rendition is still in the master playlist when a rendition is published.
 */
export async function recordPieceClaims(): Promise<void> {
  await sql`create table if not exists claims (content_id uuid, piece text, worker text)`.execute(db)
  await sql`create or replace function note_claim() returns trigger language plpgsql as $$ begin
    insert into claims values (new.content_id, new.rung_group || '-' || new.first_segment, new.worker);
    return null; end $$`.execute(db)
  await sql`create or replace trigger note_claim after update on transcode_pieces for each row
    when (old.claim <> new.claim) execute function note_claim()`.execute(db)
  await sql`create table if not exists published (content_id uuid, name text, is_source_active boolean)`.execute(
    db,
  )
  await sql`create or replace function note_rendition() returns trigger language plpgsql as $$ begin
    insert into published values (new.content_id, new.name, exists (select from renditions
      where content_id = new.content_id and name = 'source' and superseded_at is null));
    return null; end $$`.execute(db)
  await sql`create or replace trigger note_rendition after insert on renditions for each row
    execute function note_rendition()`.execute(db)
}

export async function countPieces(contentId: string, states: string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from transcode_pieces
    where content_id = ${contentId} and state = any(${states})`.execute(db)
  return rows[0]!.count
}

export async function waitUntilPiecesAreEncoded(contentId: string, count: number): Promise<void> {
  await waitUntil(
    async () => (await countPieces(contentId, ['encoded', 'published'])) >= count,
    maxEncodingSeconds,
  )
}

export async function listClaims(contentId: string): Promise<{ piece: string; worker: string }[]> {
  const { rows } = await sql<{ piece: string; worker: string }>`select piece, worker from claims
    where content_id = ${contentId}`.execute(db)
  return rows
}

/** Counts how often a piece was encoded that a worker had already started to encode. */
export async function countRepeatedPieces(contentId: string): Promise<number> {
  const claims = await listClaims(contentId)
  return claims.length - new Set(claims.map(({ piece }) => piece)).size
}

export async function waitUntilStream(contentId: string, state: 'ready' | 'failed' | 'refused') {
  return waitUntil(
    () =>
      db
        .selectFrom('streams')
        .select(['fence', 'tries'])
        .where('content_id', '=', contentId)
        .where('state', '=', state)
        .executeTakeFirst(),
    maxEncodingSeconds,
  )
}

/** Checks that every rendition shows every frame once and in order, and that no pieces are left. */
export async function checkResult({ dataDir }: { dataDir: string }, contentId: string): Promise<void> {
  const { playback_id } = await db
    .selectFrom('content')
    .select('playback_id')
    .where('id', '=', contentId)
    .executeTakeFirstOrThrow()
  const renditions = await db
    .selectFrom('renditions')
    .select(['name', 'folder', 'fence'])
    .where('content_id', '=', contentId)
    .where('superseded_at', 'is', null)
    .orderBy('height')
    .execute()
  assert.deepEqual(
    renditions.map(({ name }) => name),
    ['audio', '144p', '240p', '360p', '540p'],
  )
  const media = join(dataDir, 'files/media', playback_id)
  for (const { folder } of renditions.slice(1)) {
    const playlist = await readFile(join(media, folder, 'index.m3u8'), 'utf8')
    const files = listMediaFiles(playlist).map((name) => readFile(join(media, folder, name)))
    assert.deepEqual(
      await readFrameNumbers(Buffer.concat(await Promise.all(files))),
      Array.from({ length: seconds * rate }, (_, frame) => frame),
    )
  }
  assert.equal(await countPieces(contentId, ['waiting', 'encoding', 'encoded', 'published']), 0)
  const files = await readdir(join(media, `${renditions[0]!.fence}`))
  assert.ok(files.includes('storyboard.vtt') && !files.includes('pieces'), files.join(', '))
}

/** Lists the work folders of a video. */
export async function listWorkFolders({ dataDir }: PieceTestApp, contentId: string): Promise<string[]> {
  const names = await readdir(join(dataDir, 'work')).catch(() => [])
  return names.filter((name) => name.startsWith(contentId))
}
