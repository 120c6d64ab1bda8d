import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { after, afterEach, before } from 'node:test'
import { sql } from 'kysely'
import { listMediaFiles } from '#media/hls/media-playlist.ts'
import { db } from '#server/platform/db/db.ts'
import { type PipelineTestApp, startPipelineTestApp } from '#tests/support/app/pipeline-test-app.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { createNumberedClip, readFrameNumbers } from '#tests/support/media/numbered-frames.ts'

const pieceSeconds = 8
const seconds = 81
const rate = 8

let app: PipelineTestApp
let ada: string
let clip: Buffer
const workers = new Set<ChildProcess>()

before(async () => {
  app = await startPipelineTestApp({ env: { PIECE_SECONDS: `${pieceSeconds}` } })
  ada = await app.join('ada')
  const folder = await mkdtemp(join(tmpdir(), 'afterbell-clip-'))
  const path = join(folder, 'clip.mp4')
  await createNumberedClip(path, { rate: `${rate}`, seconds, size: '960:540' })
  clip = await readFile(path)
  await rm(folder, { recursive: true })
  await recordClaims()
})
afterEach(async () => {
  for (const worker of workers) await stopWorker(worker, 'SIGKILL')
})
after(() => app.close())

/**
 * Records each time that a worker starts to encode a piece, because the rows of the pieces are deleted. Also
 * records whether the remuxed rendition is still in the master playlist when a rendition is published.
 */
async function recordClaims(): Promise<void> {
  await sql`create table claims (content_id uuid, piece text, worker text)`.execute(db)
  await sql`create function note_claim() returns trigger language plpgsql as $$ begin
    insert into claims values (new.content_id, new.rung_group || '-' || new.first_segment, new.worker);
    return null; end $$`.execute(db)
  await sql`create trigger note_claim after update on transcode_pieces for each row
    when (old.claim <> new.claim) execute function note_claim()`.execute(db)
  await sql`create table published (content_id uuid, name text, is_source_active boolean)`.execute(db)
  await sql`create function note_rendition() returns trigger language plpgsql as $$ begin
    insert into published values (new.content_id, new.name, exists (select from renditions
      where content_id = new.content_id and name = 'source' and superseded_at is null));
    return null; end $$`.execute(db)
  await sql`create trigger note_rendition after insert on renditions for each row
    execute function note_rendition()`.execute(db)
}

async function startWorker(): Promise<ChildProcess> {
  const file = new URL('../support/processes/transcoding-worker-process.ts', import.meta.url)
  const worker = fork(file, [app.databaseUrl, app.dataDir, `${pieceSeconds}`])
  workers.add(worker)
  await once(worker, 'message')
  return worker
}

async function stopWorker(worker: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  workers.delete(worker)
  const exit = once(worker, 'exit')
  worker.kill(signal)
  await exit
}

const upload = async () => (await app.send(ada, clip, 'clip.mp4')).contentId

async function countPieces(contentId: string, states: string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from transcode_pieces
    where content_id = ${contentId} and state = any(${states})`.execute(db)
  return rows[0]!.count
}

async function listClaims(contentId: string): Promise<{ piece: string; worker: string }[]> {
  const { rows } = await sql<{ piece: string; worker: string }>`select piece, worker from claims
    where content_id = ${contentId}`.execute(db)
  return rows
}

const waitUntilReady = (contentId: string) =>
  waitUntil(
    () =>
      db
        .selectFrom('streams')
        .select('content_id')
        .where('content_id', '=', contentId)
        .where('state', '=', 'ready')
        .executeTakeFirst(),
    300,
  )

/** Checks that every rendition shows every frame once and in order, and that no temporary files are left. */
async function checkResult(contentId: string): Promise<void> {
  const { playback_id } = await db
    .selectFrom('content')
    .select('playback_id')
    .where('id', '=', contentId)
    .executeTakeFirstOrThrow()
  const renditions = await db
    .selectFrom('renditions')
    .select(['name', 'folder'])
    .where('content_id', '=', contentId)
    .where('superseded_at', 'is', null)
    .orderBy('height')
    .execute()
  assert.deepEqual(
    renditions.map(({ name }) => name),
    ['audio', '144p', '240p', '360p', '540p'],
  )
  const media = join(app.dataDir, 'files/media', playback_id)
  for (const { folder } of renditions.slice(1)) {
    const playlist = await readFile(join(media, folder, 'index.m3u8'), 'utf8')
    const files = listMediaFiles(playlist).map((name) => readFile(join(media, folder, name)))
    const numbers = await readFrameNumbers(Buffer.concat(await Promise.all(files)))
    assert.deepEqual(
      numbers,
      Array.from({ length: seconds * rate }, (_, frame) => frame),
    )
  }
  assert.equal(await countPieces(contentId, ['waiting', 'encoding', 'encoded', 'published']), 0)
  assert.ok(!(await readdir(join(media, '1'))).includes('pieces'))
  const work = await readdir(join(app.dataDir, 'work')).catch(() => [])
  assert.deepEqual(
    work.filter((name) => name.startsWith(contentId)),
    [],
  )
}

test('two workers encode the pieces of one video, and publish the lower rungs first', async () => {
  await Promise.all([startWorker(), startWorker()])
  const contentId = await upload()
  await waitUntilReady(contentId)
  await checkResult(contentId)
  const claims = await listClaims(contentId)
  assert.equal(claims.length, new Set(claims.map(({ piece }) => piece)).size)
  assert.equal(new Set(claims.map(({ worker }) => worker)).size, 2)
  const { rows } = await sql<{ name: string; is_source_active: boolean }>`select name, is_source_active
    from published where content_id = ${contentId}`.execute(db)
  const names = rows.map(({ name }) => name)
  assert.deepEqual(names.slice(1, 5).toSorted(), ['144p', '240p', '360p', 'audio'])
  // Until the ladder is complete, viewers can still watch the highest quality.
  assert.deepEqual(rows.slice(-2), [
    { name: names[4], is_source_active: true },
    { name: '540p', is_source_active: false },
  ])
})

test('a worker that is stopped keeps its work, and the attempt continues after a restart', async () => {
  const first = await startWorker()
  const contentId = await upload()
  await waitUntil(async () => (await countPieces(contentId, ['encoded', 'published'])) >= 3, 300)
  await stopWorker(first, 'SIGTERM')
  assert.equal(await countPieces(contentId, ['encoding']), 0)
  await startWorker()
  await waitUntilReady(contentId)
  await checkResult(contentId)
  const stream = await db
    .selectFrom('streams')
    .select(['fence', 'tries'])
    .where('content_id', '=', contentId)
    .executeTakeFirstOrThrow()
  assert.deepEqual(stream, { fence: 1, tries: 1 })
  const claims = await listClaims(contentId)
  assert.ok(claims.length - new Set(claims.map(({ piece }) => piece)).size <= 1)
})

test('after kill -9 of a worker, only the piece that it was encoding is encoded again', async () => {
  const [victim] = await Promise.all([startWorker(), startWorker()])
  const contentId = await upload()
  await waitUntil(async () => (await countPieces(contentId, ['encoded', 'published'])) >= 15, 300)
  await stopWorker(victim, 'SIGKILL')
  await waitUntilReady(contentId)
  await checkResult(contentId)
  const claims = await listClaims(contentId)
  const repeated = claims.length - new Set(claims.map(({ piece }) => piece)).size
  assert.ok(repeated <= 1, `${repeated} pieces were encoded again`)
})
