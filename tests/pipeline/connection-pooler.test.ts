import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { after, before } from 'node:test'
import { getSession } from '#contract/accounts/current-user.ts'
import { getContent } from '#contract/content/content.ts'
import { listComments, postComment } from '#contract/engagement/comments.ts'
import { claimCase, listCases, postCaseAction } from '#contract/moderation/moderation-cases.ts'
import { sendReport } from '#contract/moderation/reports.ts'
import { listenToContentUpdates } from '#tests/support/app/live-update-listener.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { HttpTestClient, signUpOverHttp } from '#tests/support/clients/http-test-client.ts'
import { publishVideo } from '#tests/support/clients/publish-video.ts'
import { generateCommentText } from '#tests/support/fixtures/unique-text.ts'
import { promoteStaff } from '#tests/support/postgres/promote-staff.ts'
import { runQuery } from '#tests/support/postgres/run-query.ts'
import { createTestDatabase } from '#tests/support/postgres/test-database.ts'
import { runAdminCommand } from '#tests/support/processes/admin-command.ts'
import {
  createDataDir,
  type ServerProcess,
  startServerProcess,
} from '#tests/support/processes/server-process.ts'
import { type PgBouncer, pgBouncerSkipReason, startPgBouncer } from '#tests/support/servers/pgbouncer.ts'

const skip = pgBouncerSkipReason
let database: Awaited<ReturnType<typeof createTestDatabase>>
let pooler: PgBouncer
let dataDir: string
let servers: ServerProcess[] = []
/** The settings of a site whose processes share four connections to PostgreSQL. */
let env: Record<string, string>

before(async () => {
  if (skip) return
  ;[database, dataDir] = await Promise.all([createTestDatabase(), createDataDir()])
  pooler = await startPgBouncer(database.url, { poolSize: 4 })
  env = { DATABASE_URL: pooler.urlOf(database.url), DATABASE_DIRECT_URL: database.url, LOG_LEVEL: 'info' }
  servers = await Promise.all(
    ['web', 'web', 'worker'].map((ROLE) => startServerProcess({ dataDir, env: { ...env, ROLE } })),
  )
})
after(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  await pooler?.stop()
  await database?.drop()
  if (dataDir) await rm(dataDir, { recursive: true, force: true })
})

test('a site without a direct address does not start behind PgBouncer', { skip }, async () => {
  const start = startServerProcess({ dataDir, env: { ...env, DATABASE_DIRECT_URL: '' } })
  await assert.rejects(start, /DATABASE_URL points to a connection pooler.*Set DATABASE_DIRECT_URL/)
})

test('a video is uploaded, commented on and removed on a site behind PgBouncer', { skip }, async (t) => {
  const [one, other] = servers as [ServerProcess, ServerProcess]
  const ada = await signUpOverHttp(one.url, 'ada')
  const [ben, mia] = await Promise.all([signUpOverHttp(other.url, 'ben'), signUpOverHttp(one.url, 'mia', 19)])
  await runQuery(
    database.url,
    `update users set email_verified = true, created_at = now() - interval '30 days'`,
  )
  await promoteStaff(database.url, 'mia@example.com', 'moderator')
  const contentId = await publishVideo(ada)
  const params = { id: contentId }

  const live = await listenToContentUpdates(ben as never, contentId)
  const comment = await ada.call(postComment, { params, body: { body: generateCommentText() } })
  const received = await waitUntil(() => live.heard.find(({ name }) => name === 'comment'))
  assert.equal(received.data['id'], comment.id)
  // Many concurrent writes and reads share the four connections.
  await Promise.all(
    Array.from({ length: 30 }, async (_, n) => {
      await [ada, ben][n % 2]!.call(postComment, { params, body: { body: generateCommentText() } })
      await [ada, ben][n % 2]!.call(listComments, { params, query: { limit: 100 } })
    }),
  ).catch(failOnOtherThanRateLimit)

  await ben.call(sendReport, { body: { subject: 'content', id: contentId, reason: 'threat' } })
  const { items } = await mia.call(listCases, { query: {} })
  const reported = { id: items.find(({ subject }) => subject === 'content')!.id }
  await mia.call(claimCase, { params: reported })
  await mia.call(postCaseAction, {
    params: reported,
    body: { action: 'remove', rule: 'threat', facts: 'A threat.' },
  })
  await waitUntil(() => live.heard.find(({ name }) => name === 'gone'))
  await live.stop()
  await assert.rejects(new HttpTestClient(other.url).call(getContent, { params }), { status: 404 })
  const { me } = await ada.call(getSession, {})
  assert.equal(me!.username, 'ada')

  for (const { log } of servers)
    assert.deepEqual(
      log.filter((line) => /"level":"error"|\berror\b.*prepared statement/i.test(line)),
      [],
    )
  const folder = await mkdtemp(join(tmpdir(), 'afterbell-backup-'))
  t.after(() => rm(folder, { recursive: true }))
  const { stdout } = await runAdminCommand(
    { databaseUrl: env['DATABASE_URL']!, databaseDirectUrl: database.url, dataDir },
    'backup',
    folder,
  )
  const manifest = JSON.parse(await readFile(join(stdout.split('\n')[0]!, 'manifest.json'), 'utf8')) as {
    tables: { name: string; rows: number }[]
  }
  assert.equal(manifest.tables.find(({ name }) => name === 'content')?.rows, 1)
})

function failOnOtherThanRateLimit(error: unknown): void {
  if ((error as { status?: number }).status !== 429) throw error
}
