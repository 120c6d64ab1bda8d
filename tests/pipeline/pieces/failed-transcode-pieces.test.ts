import assert from 'node:assert/strict'
import { basename } from 'node:path'
import test, { after, afterEach, before } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { db } from '#server/platform/db/db.ts'
import { requeueForgottenPieces } from '#server/transcoding/pieces/sweep-pieces.ts'
import { eraseDeletedContent } from '#server/uploads/erase-content.ts'
import {
  checkResult,
  countPieces,
  countRepeatedPieces,
  listClaims,
  listWorkFolders,
  maxEncodingSeconds,
  type PieceTestApp,
  startPieceTestApp,
  waitUntilPiecesAreEncoded,
  waitUntilStream,
} from '#tests/support/pieces/piece-test-app.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'

let app: PieceTestApp

before(async () => (app = await startPieceTestApp()))
afterEach(() => app.stopAllWorkers())
after(() => app.close())

/** Runs this PL/pgSQL statement before each update of the table, until the returned function is called. */
async function addTrigger(table: string, statement: string): Promise<() => Promise<void>> {
  await sql
    .raw(
      `create function inject_fault() returns trigger language plpgsql as $$ begin ${statement} return new; end $$;
      create trigger inject_fault before update on ${table} for each row execute function inject_fault()`,
    )
    .execute(db)
  return async () => void (await sql.raw('drop function inject_fault cascade').execute(db))
}

test('when a video is deleted, its workers stop and no files are left', async () => {
  const worker = await app.startWorker()
  const contentId = await app.upload()
  await waitUntilPiecesAreEncoded(contentId, 2)
  await waitUntil(async () => (await countPieces(contentId, ['encoding'])) > 0)
  await db.updateTable('content').set({ deleted_at: new Date() }).where('id', '=', contentId).execute()
  await eraseDeletedContent({ contentId })
  await waitUntil(async () => {
    const { rows } = await sql`select from pgboss.job where name in ('encode-pieces', 'join-pieces')
      and state < 'completed'`.execute(db)
    return rows.length === 0
  }, 60)
  assert.deepEqual(await app.files(), [])
  assert.deepEqual(await listWorkFolders(app, contentId), [])
  // The worker continues with other videos.
  assert.equal(worker.exitCode, null)
})

test('if the pieces of a group cannot be joined, the ladder is encoded in one run', async () => {
  const end = await addTrigger(
    'transcode_pieces',
    `if new.rung_group = 'low' and new.first_segment = 0 and new.state = 'encoded' then
      new.storage_key := 'media/missing'; end if;`,
  )
  await app.startWorker()
  const contentId = await app.upload()
  assert.deepEqual(await waitUntilStream(contentId, 'ready'), { fence: 2, tries: 3 })
  await end()
  await checkResult(app, contentId)
})

test('if a piece cannot be encoded, the ladder is encoded in one run', async () => {
  const end = await addTrigger(
    'transcode_pieces',
    `if new.rung_group = 'low' and new.first_segment = 4 and new.state = 'encoding' then
      new.rungs := array['unknown']; end if;`,
  )
  await app.startWorker()
  const contentId = await app.upload()
  assert.deepEqual(await waitUntilStream(contentId, 'ready'), { fence: 2, tries: 3 })
  await end()
  await checkResult(app, contentId)
  const claims = (await listClaims(contentId)).map(({ piece }) => piece)
  assert.equal(claims.filter((piece) => piece === 'low-4').length, 3)
})

test('if the worker that published the first group is killed, another one makes the storyboard', async () => {
  // The worker waits for this lock when it has made the storyboard.
  const end = await addTrigger(
    'content',
    `if new.storyboard_url is distinct from old.storyboard_url then
      perform pg_advisory_xact_lock(81); end if;`,
  )
  const worker = await app.startWorker()
  const holder = new pg.Client(app.databaseUrl)
  await holder.connect()
  await holder.query('select pg_advisory_lock(81)')
  const contentId = await app.upload()
  await waitUntil(async () => {
    const { rows } = await sql`select from pg_locks where locktype = 'advisory' and objid = 81
      and not granted`.execute(db)
    return rows.length > 0
  }, maxEncodingSeconds)
  assert.ok((await countPieces(contentId, ['published'])) > 0)
  await app.stopWorker(worker, 'SIGKILL')
  await holder.end()
  await end()
  await app.startWorker()
  await waitUntilStream(contentId, 'ready')
  await checkResult(app, contentId)
  assert.ok((await countRepeatedPieces(contentId)) <= 1)
})

test('the sweep wakes up a worker for pieces and groups that the queue has no jobs for', async () => {
  const worker = await app.startWorker()
  const contentId = await app.upload()
  await waitUntilPiecesAreEncoded(contentId, 2)
  await app.stopWorker(worker, 'SIGKILL')
  await sql`delete from pgboss.job`.execute(db)
  await requeueForgottenPieces()
  const { rows } = await sql`select from pgboss.job where name = 'encode-pieces'`.execute(db)
  assert.equal(rows.length, await countPieces(contentId, ['waiting']))
  await app.startWorker()
  await waitUntilStream(contentId, 'ready')
  await checkResult(app, contentId)
})

test('if the worker that encodes the audio is killed, another one keeps the bit rates that are complete', async () => {
  const victim = await app.startWorker()
  const contentId = await app.upload()
  const listAudio = async () =>
    (await app.files()).filter((path) => /audio-0-\d+\/audio_\d+\.mp4$/.test(path))
  await waitUntil(async () => (await listAudio()).length > 0, 60)
  await app.stopWorker(victim, 'SIGKILL')
  const kept = await listAudio()
  // Otherwise, the other worker would have to wait until the killed one counts as dead.
  await sql`update transcode_pieces set heartbeat_at = 'epoch' where state = 'encoding'`.execute(db)
  await app.startWorker()
  await waitUntil(async () => {
    const { rows } = await sql`select from transcode_pieces where content_id = ${contentId}
      and rung_group = 'audio' and state = 'encoded'`.execute(db)
    return rows.length > 0
  }, 60)
  const stored = await listAudio()
  assert.ok(kept.length < stored.length, 'the audio was complete when the worker was killed')
  assert.deepEqual(
    stored.filter((path) => kept.includes(path)),
    kept,
  )
  assert.deepEqual(stored.map((path) => basename(path)).toSorted(), [
    'audio_128000.mp4',
    'audio_48000.mp4',
    'audio_64000.mp4',
    'audio_96000.mp4',
  ])
  await waitUntilStream(contentId, 'ready')
  await checkResult(app, contentId)
})
