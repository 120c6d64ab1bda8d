import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import test, { after, before } from 'node:test'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { db } from '#server/platform/db/db.ts'
import { transcodeContent } from '#server/transcoding/transcode.ts'
import { verifySiteIntegrity } from '#server/operations/verify/verify.ts'
import { makeTestPatternClip } from '#tests/support/media/test-pattern-clip.ts'
import { type PipelineTestApp, startPipelineTestApp } from '#tests/support/app/pipeline-test-app.ts'

let app: PipelineTestApp
let ada: string
let bert: string
let files: string
let item: Awaited<ReturnType<typeof createPublished>>
/** The folder of a rendition of the item, and the name of a segment in this folder. */
let renditionFolder: string
let segment: string
before(async () => {
  app = await startPipelineTestApp()
  ada = await app.join('ada')
  bert = await app.join('bert')
  await details(ada, 15)
  await details(bert, 15)
  files = join(app.dataDir, 'files')
  item = await createPublished()
  const { folder } = await db.selectFrom('renditions').select('folder').executeTakeFirstOrThrow()
  renditionFolder = `media/${item.playback_id}/${folder}`
  segment = (await readdir(join(files, renditionFolder))).find((name) => name.endsWith('.m4s'))!
  assert.deepEqual(await found(), [])
})
after(() => app.close())

/** Uploads and transcodes a video by ada, which creates every kind of row and file that a video has. */
async function createPublished() {
  const { contentId } = await app.send(ada, await makeTestPatternClip('avi'), 'clip.avi')
  await transcodeContent({ contentId }, { signal: new AbortController().signal })
  await sql`delete from pgboss.job`.execute(db)
  return db.selectFrom('content').selectAll().where('id', '=', contentId).executeTakeFirstOrThrow()
}

async function details(user_id: string, age: number): Promise<void> {
  await db
    .insertInto('private_details')
    .values({ user_id, full_name: 'Ada Example', age, terms_version: '1' })
    .execute()
}

/** Returns the code and the location of each finding, as one string. */
async function found(): Promise<string[]> {
  const { findings } = await verifySiteIntegrity()
  return findings.map(({ code, where }) => `${code} ${where}`)
}

/** Causes the damage, runs the verification, and undoes the damage. */
async function findingsAfter(
  damage: () => Promise<unknown>,
  mend: () => Promise<unknown>,
): Promise<string[]> {
  await damage()
  try {
    return await found()
  } finally {
    await mend()
  }
}

/** Breaks a row with one statement and repairs it with another. */
function findingsAfterSql(damage: string, mend: string): Promise<string[]> {
  return findingsAfter(
    () => sql.raw(damage).execute(db),
    () => sql.raw(mend).execute(db),
  )
}

const old = new Date(Date.now() - 2 * 3600_000)

async function put(key: string, bytes = 'x', at = old): Promise<string> {
  const path = join(files, key)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, bytes)
  await utimes(path, at, at)
  return path
}

/** Truncates an existing file. */
async function findingsAfterTruncating(path: string, size: number): Promise<string[]> {
  const whole = await readFile(path)
  return findingsAfter(
    () => truncate(path, size),
    () => writeFile(path, whole),
  )
}

test('verification finds no problems in data that the server itself has written', async () => {
  const { looked, findings } = await verifySiteIntegrity()
  assert.deepEqual(findings, [])
  assert.equal(looked.items, 1)
  assert.ok(looked.files > 8 && looked.bytes > 10_000)
})

test('verification reports a truncated or missing playlist', async () => {
  const playlist = join(files, renditionFolder, 'index.m3u8')
  const { size } = await stat(playlist)
  assert.deepEqual(await findingsAfterTruncating(playlist, size - 10), [
    `playlist_broken ${renditionFolder}/index.m3u8`,
  ])
  assert.deepEqual(await findingsAfterTruncating(playlist, 0), [
    `playlist_broken ${renditionFolder}/index.m3u8`,
  ])
})

test('verification reports an empty, short or missing segment', async () => {
  const path = join(files, renditionFolder, segment)
  assert.deepEqual(await findingsAfterTruncating(path, 0), [`segment_empty ${renditionFolder}/${segment}`])
  assert.deepEqual(await findingsAfterTruncating(path, 100), [`size_wrong ${renditionFolder}`])
  const aside = join(app.dataDir, 'aside')
  const gone = await findingsAfter(
    () => rename(path, aside),
    () => rename(aside, path),
  )
  assert.deepEqual(gone, [`segment_missing ${renditionFolder}/${segment}`])
})

test('verification reports a video that is marked as ready but has no rendition', async () => {
  const hidden = `update renditions set superseded_at = now()`
  assert.deepEqual(await findingsAfterSql(hidden, 'update renditions set superseded_at = null'), [
    `ready_without_rendition content ${item.id}`,
  ])
})

test('verification reports a missing or empty image that a database row refers to', async () => {
  const poster = item.stream_thumbnail_url!.slice(1)
  assert.deepEqual(await findingsAfterTruncating(join(files, poster), 0), [`file_empty ${poster}`])
  const cover = `media/${item.playback_id}/cover/abcdef.webp`
  assert.deepEqual(
    await findingsAfterSql(
      `update content set cover_url = '/${cover}'`,
      'update content set cover_url = null',
    ),
    [`file_missing ${cover}`],
  )
  const avatar = `avatars/${ada}/${'a'.repeat(24)}.webp`
  assert.deepEqual(
    await findingsAfterSql(
      `update profiles set avatar_url = '/${avatar}' where user_id = '${ada}'`,
      'update profiles set avatar_url = null',
    ),
    [`file_missing ${avatar}`],
  )
})

test('verification reports data exports and originals whose file size differs from the size in the database', async () => {
  const id = randomUUID()
  const copy = await put(`exports/${ada}/${id}.zip`, 'xyz')
  const row = `insert into data_exports (id, user_id, ready_at, expires_at, bytes)
    values ('${id}', '${ada}', now(), now() + interval '1 day', 4)`
  assert.deepEqual(await findingsAfterSql(row, 'delete from data_exports'), [
    `size_wrong exports/${ada}/${id}.zip`,
  ])
  await rm(copy)
  const upload = await db.selectFrom('uploads').select('id').executeTakeFirstOrThrow()
  const original = await put(`uploads/${upload.id}`, 'short')
  const kept = `update content set file_url = 'uploads/${upload.id}'`
  const none = 'update content set file_url = null'
  assert.deepEqual(await findingsAfterSql(kept, none), [`size_wrong uploads/${upload.id}`])
  await rm(original)
  assert.deepEqual(await findingsAfterSql(kept, none), [`file_missing uploads/${upload.id}`])
})

test('verification reports files without a database row if they are over an hour old', async () => {
  const keys = [
    `avatars/${ada}/${'b'.repeat(24)}.webp`,
    `exports/${ada}/${randomUUID()}.zip`,
    `media/${item.playback_id}/9/240p/index.m3u8`,
    `media/nobody/1/240p/init.mp4`,
    `uploads/${randomUUID()}`,
  ]
  for (const key of keys) {
    const path = await put(key)
    assert.deepEqual(await found(), [`file_without_row ${key}`])
    await put(key, 'x', new Date())
    assert.deepEqual(await found(), [], `young: ${key}`)
    await rm(path)
  }
  await rm(join(files, 'media/nobody'), { recursive: true })
})

test('verification reports a work folder that a worker has left behind', async () => {
  const path = join(app.dataDir, 'work', `${item.id}-7`)
  await mkdir(path, { recursive: true })
  await utimes(path, old, old)
  assert.deepEqual(await found(), [`work_left ${path}`])
  await rm(path, { recursive: true })
})

test('verification reports a counter that differs from the number of rows it counts', async () => {
  for (const counter of ['likes_count', 'comments_count'])
    assert.deepEqual(
      await findingsAfterSql(`update content set ${counter} = 3`, `update content set ${counter} = 0`),
      [`counter_wrong content ${item.id}`],
    )
})

test('verification accepts a comment count that is too low while a job that restores comments is queued', async () => {
  const comment = randomUUID()
  const restored = `insert into comments (id, content_id, user_id, body)
    values ('${comment}', '${item.id}', '${bert}', 'Back again'); update content set comments_count = 0`
  const undo = `delete from pgboss.job; delete from comments where id = '${comment}';
    update content set comments_count = 0`
  assert.deepEqual(await findingsAfterSql(restored, 'select 1'), [`counter_wrong content ${item.id}`])
  const queued = `select pgboss.create_queue('apply-account-visibility', '{"policy": "standard"}');
    insert into pgboss.job (id, name) values ('${randomUUID()}', 'apply-account-visibility')`
  assert.deepEqual(await findingsAfterSql(queued, undo), [])
})

test('verification reports two people with the same username', async () => {
  const index = 'create unique index profiles_username on profiles (lower(username))'
  const twice = `drop index profiles_username; update profiles set username = 'ADA' where user_id = '${bert}'`
  const apart = `update profiles set username = 'bert' where user_id = '${bert}'; ${index}`
  assert.deepEqual(await findingsAfterSql(twice, apart), ['username_twice @ada'])
})

test('verification reports a minor whose profile shows a full name or is marked as an adult’s profile', async () => {
  const of = `where user_id = '${ada}'`
  const minor = `update profiles set is_minor = true, display_name_mode = 'username', display_name = '' ${of}`
  const named = `update profiles set is_minor = false, display_name_mode = 'full_name', display_name = 'Ada E' ${of}`
  assert.deepEqual(await findingsAfterSql(named, minor), [`minor_named profile of ${ada}`])
  assert.deepEqual(await findingsAfterSql(`update profiles set is_minor = false ${of}`, minor), [
    `minor_named profile of ${ada}`,
  ])
})

test('verification reports stalled jobs, stalled transcodes and uploads that have waited too long for processing', async () => {
  const job = randomUUID()
  const silent = `insert into pgboss.job (id, name, state, heartbeat_seconds, heartbeat_on, started_on)
    values ('${job}', 'process', 'active', 20, now() - interval '3 minutes', now())`
  assert.deepEqual(await findingsAfterSql(silent, 'delete from pgboss.job'), [`job_silent job ${job}`])
  const done = `update streams set state = 'ready', started_at = now(), heartbeat_at = now(), queued_at = now()`
  const began = `state = 'encoding', started_at = now()`
  const alone = `update streams set ${began}, heartbeat_at = now() - interval '3 minutes'`
  assert.deepEqual(await findingsAfterSql(alone, done), [`job_silent content ${item.id}`])
  const forgotten = `update streams set state = 'received', started_at = null, heartbeat_at = null,
    queued_at = now() - interval '2 hours'`
  assert.deepEqual(await findingsAfterSql(forgotten, done), [`upload_forgotten content ${item.id}`])
})

test('verification reports a modified audit log', async () => {
  await sql`insert into audit_log (entry) values ('{"did":"look"}')`.execute(db)
  const change = (to: string) =>
    `alter table audit_log disable trigger user; update audit_log set entry = '${to}'; alter table audit_log enable trigger user`
  assert.deepEqual(await findingsAfterSql(change('{"did":"nothing"}'), change('{"did":"look"}')), [
    'audit_broken audit_log 1',
  ])
})

test('npm run admin -- verify prints each problem and its fix, and exits with 1', async () => {
  const admin = (...args: string[]) =>
    promisify(execFile)(process.execPath, ['bin/admin.ts', 'verify', ...args], {
      env: { PATH: process.env['PATH'], DATA_DIR: app.dataDir, DATABASE_URL: app.databaseUrl },
    }).catch((error: { code: number; stdout: string }) => error)
  const good = await admin()
  assert.match(good.stdout, /^No problems found: 2 people, 1 items, \d+ files/)
  const stray = await put('uploads/stray')
  const bad = await admin('--json')
  await rm(stray)
  assert.equal('code' in bad && bad.code, 1)
  const { findings } = JSON.parse(bad.stdout) as { findings: Record<string, string>[] }
  assert.deepEqual(
    findings.map(({ code, where }) => [code, where]),
    [['file_without_row', 'uploads/stray']],
  )
  assert.ok(findings[0]!['mend']!.length > 20)
})
