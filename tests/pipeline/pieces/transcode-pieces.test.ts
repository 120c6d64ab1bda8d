import assert from 'node:assert/strict'
import test, { after, afterEach, before } from 'node:test'
import { sql } from 'kysely'
import { db } from '#server/platform/db/db.ts'
import { sweepWorkFolders } from '#server/transcoding/sweep-transcodes.ts'
import {
  checkResult,
  countPieces,
  countRepeatedPieces,
  listClaims,
  listWorkFolders,
  type PieceTestApp,
  startPieceTestApp,
  waitUntilPiecesAreEncoded,
  waitUntilStream,
} from '#tests/support/pieces/piece-test-app.ts'

let app: PieceTestApp

before(async () => (app = await startPieceTestApp()))
afterEach(() => app.stopAllWorkers())
after(() => app.close())

test('two workers encode the pieces of one video, and publish the lower rungs first', async () => {
  await Promise.all([app.startWorker(), app.startWorker()])
  const contentId = await app.upload()
  await waitUntilStream(contentId, 'ready')
  await checkResult(app, contentId)
  assert.equal(await countRepeatedPieces(contentId), 0)
  assert.equal(new Set((await listClaims(contentId)).map(({ worker }) => worker)).size, 2)
  const { rows } = await sql<{ name: string; is_source_active: boolean }>`select name, is_source_active
    from published where content_id = ${contentId}`.execute(db)
  const names = rows.map(({ name }) => name)
  assert.deepEqual(names.slice(1, 5).toSorted(), ['144p', '240p', '360p', 'audio'])
  // Until the ladder is complete, viewers can still watch the highest quality.
  assert.deepEqual(rows.slice(-2), [
    { name: names[4], is_source_active: true },
    { name: '540p', is_source_active: false },
  ])
  assert.deepEqual(await listWorkFolders(app, contentId), [])
})

test('a worker that is stopped keeps its work, and the attempt continues after a restart', async () => {
  const first = await app.startWorker()
  const contentId = await app.upload()
  await waitUntilPiecesAreEncoded(contentId, 3)
  await app.stopWorker(first, 'SIGTERM')
  assert.equal(await countPieces(contentId, ['encoding']), 0)
  assert.deepEqual(await listWorkFolders(app, contentId), [])
  await app.startWorker()
  const stream = await waitUntilStream(contentId, 'ready')
  assert.deepEqual(stream, { fence: 1, tries: 1 })
  await checkResult(app, contentId)
  assert.ok((await countRepeatedPieces(contentId)) <= 1)
})

test('after kill -9 of a worker, only the piece that it was encoding is encoded again', async () => {
  const [victim] = await Promise.all([app.startWorker(), app.startWorker()])
  const contentId = await app.upload()
  await waitUntilPiecesAreEncoded(contentId, 15)
  await app.stopWorker(victim, 'SIGKILL')
  const stream = await waitUntilStream(contentId, 'ready')
  assert.deepEqual(stream, { fence: 1, tries: 1 })
  await checkResult(app, contentId)
  const repeated = await countRepeatedPieces(contentId)
  assert.ok(repeated <= 1, `${repeated} pieces were encoded again`)
  await sweepWorkFolders()
  assert.deepEqual(await listWorkFolders(app, contentId), [])
})
