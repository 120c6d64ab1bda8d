import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import sharp from 'sharp'
import { postComment } from '#contract/engagement/comments.ts'
import { accountDeletionSubject, sendContactMessage } from '#contract/contact/contact-form.ts'
import { putLike } from '#contract/engagement/likes.ts'
import { dataExportPath, getDataExport, requestDataExport } from '#contract/privacy/data-export.ts'
import { db } from '#server/platform/db/db.ts'
import { storage } from '#server/platform/storage/storage.ts'
import { dataExportFiles } from '#server/privacy/data-export/data-export-files.ts'
import { deleteStaleDataExports } from '#server/privacy/data-export/stale-exports.ts'
import { tablesExcludedFromExport } from '#server/privacy/data-export/tables-excluded-from-export.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { waitForEmail } from '#tests/support/app/sent-emails.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'
import { unzip } from '#tests/support/app/unzip.ts'

let testApp: TestApp
before(async () => {
  testApp = await startTestApp({ working: true })
})
after(() => testApp.close())

/** Requests a data export, waits until it is ready and returns its URL. */
async function exported(who: TestUser): Promise<string> {
  await who.call(requestDataExport, {})
  const ready = await waitUntil(async () => (await who.call(getDataExport, {})).export?.url)
  return ready
}

async function filesOf(who: TestUser): Promise<Map<string, Buffer>> {
  const response = await who.fetch(await exported(who))
  assert.equal(response.status, 200)
  return unzip(new Uint8Array(await response.arrayBuffer()))
}

async function withFilm(owner: TestUser, title: string): Promise<string> {
  const id = await createPublishedVideo(owner, { title, language: 'fr-CA' })
  const { playback_id } = await db
    .selectFrom('content')
    .select('playback_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const video = {
    width: 426,
    height: 240,
    codecs: 'avc1',
    frame_rate: 24,
    bandwidth: 9,
    average_bandwidth: 9,
  }
  for (const [name, height] of [
    ['240p', 240],
    ['480p', 480],
  ] as const)
    await db
      .insertInto('renditions')
      .values({ ...video, height, content_id: id, name, fence: 1, folder: `1/${name}` })
      .execute()
  const at = `media/${playback_id}/1/480p`
  const playlist =
    '#EXTM3U\n#EXT-X-MAP:URI="init.mp4"\n#EXTINF:2,\nseg_00001.m4s\n#EXTINF:2,\nseg_00002.m4s\n'
  for (const [name, text] of Object.entries({
    'index.m3u8': playlist,
    'init.mp4': '<init>',
    'seg_00001.m4s': '<one>',
    'seg_00002.m4s': '<two>',
  }))
    await storage.putBytes(`${at}/${name}`, Buffer.from(text))
  return id
}

test('a data export contains everything about the user and no text by other people', async () => {
  const ada = await testApp.signUpMember('ada_takes', 17)
  const other = await testApp.signUpMember('other_talks')
  const own = await withFilm(ada, 'Harbour at night')
  const theirs = await createPublishedVideo(other, { title: 'Secret of somebody else' })
  const create = { width: 60, height: 60, channels: 3 as const, background: '#123456' }
  const photo = await sharp({ create }).png().toBuffer()
  await ada.fetch('/api/me/avatar', { method: 'PUT', body: new Uint8Array(photo) })
  await ada.call(putLike, { params: { id: theirs } })
  await ada.call(postComment, { params: { id: theirs }, body: { body: 'lovely light' } })
  await other.call(postComment, { params: { id: own }, body: { body: 'words of another' } })
  await follow(ada, other)
  await waitUntil(async () =>
    (await ada.fetch('/api/notifications').then((it) => it.text())).includes('words of'),
  )

  const files = await filesOf(ada)
  const json = (name: string) => JSON.parse(files.get(`${name}.json`)!.toString())
  assert.equal(json('account')[0].email, 'ada_takes@example.com')
  assert.equal(json('account')[0].full_name, 'ada_takes Example')
  assert.equal(json('profile')[0].username, 'ada_takes')
  assert.equal(json('videos')[0].title, 'Harbour at night')
  assert.equal(json('videos')[0].language, 'fr-CA')
  assert.equal(json('comments')[0].body, 'lovely light')
  assert.equal(json('likes')[0].video, `/watch/${theirs}`)
  assert.deepEqual(json('follows')[0].username, 'other_talks')
  assert.equal(json('notifications')[0].kind, 'comment')
  assert.equal(json('sessions').length, 1)
  assert.match(files.get('README.txt')!.toString(), /Everything here is yours/)
  assert.equal(files.get(`videos/${own}/video.mp4`)!.toString(), '<init><one><two>', 'the best rendition')
  assert.equal((await sharp(files.get('profile/photo.webp')).metadata()).format, 'webp')
  const all = [...files.values()].map(String).join('\n')
  for (const foreign of ['words of another', 'Secret of somebody', other.id, 'other_talks@example.com'])
    assert.ok(!all.includes(foreign), foreign)
  const secrets = await sql<{ text: string }>`select password as text from sign_in_methods
    union all select token_hash from sessions`.execute(db)
  for (const { text } of secrets.rows) assert.ok(!all.includes(text))
})

test('a data export can be downloaded only by its owner and only for seven days', async () => {
  const bea = await testApp.signUpMember('bea_takes')
  const url = await exported(bea)
  await waitForEmail(testApp, 'bea_takes@example.com', 'data is ready')
  const whole = await bea.fetch(url)
  assert.equal(whole.headers.get('cache-control'), 'private, no-store')
  assert.equal(whole.headers.get('content-disposition'), 'attachment; filename="your-data-bea_takes.zip"')
  assert.equal((await bea.fetch(url, { headers: { range: 'bytes=0-3' } })).status, 206)
  const missing = dataExportPath('01890000-0000-7000-8000-000000000000')
  const eve = await testApp.signUpMember('eve_takes')
  const refusalOf = async (who: TestUser, path: string) => {
    const response = await who.fetch(path)
    return [response.status, (await response.json()).error]
  }
  assert.deepEqual(await refusalOf(eve, url), await refusalOf(eve, missing))
  assert.equal((await refusalOf(testApp.anonymousUser(), url))[0], 401)

  await db.updateTable('data_exports').set({ expires_at: new Date() }).where('user_id', '=', bea.id).execute()
  assert.equal((await bea.fetch(url)).status, 404)
  assert.equal((await bea.call(getDataExport, {})).export, null)
  await deleteStaleDataExports()
  assert.deepEqual(await stored(bea), [])
})

test('requesting a second data export shortly after the first returns the first one', async () => {
  const cleo = await testApp.signUpMember('cleo_takes')
  const [one, two] = await Promise.all([cleo.call(requestDataExport, {}), cleo.call(requestDataExport, {})])
  assert.equal(one.export.id, two.export.id)
  const first = await exported(cleo)
  assert.equal(await exported(cleo), first)
  const earlier = new Date(Date.now() - 11 * 60_000)
  await db.updateTable('data_exports').set({ ready_at: earlier }).where('user_id', '=', cleo.id).execute()
  const second = await exported(cleo)
  assert.notEqual(second, first)
  assert.equal((await cleo.fetch(first)).status, 404)
  // The archive of the first export is deleted after the second one has been published.
  await waitUntil(async () => (await stored(cleo)).length === 1)
})

test('users who are suspended, scheduled for deletion or over the age limit can export their data', async () => {
  assert.match(await expectApiError(testApp.anonymousUser().call(requestDataExport, {})), /^401/)
  const [sus, lea, gro] = [
    await testApp.signUpMember('sus_takes'),
    await testApp.signUpMember('lea_takes'),
    await testApp.signUpMember('gro_takes', 19),
  ]
  await sql`update profiles set suspended_until = 'infinity' where user_id = ${sus.id}`.execute(db)
  await sql`update private_details set age_declared_on = current_date - interval '1 year 1 day'
    where user_id = ${gro.id}`.execute(db)
  await lea.call(sendContactMessage, {
    body: {
      firstName: 'Lea',
      lastName: 'Example',
      email: 'lea_takes@example.com',
      subject: accountDeletionSubject,
      message: 'Off I go.',
      confirmed: true,
    },
  })
  assert.equal(
    JSON.parse((await filesOf(sus)).get('profile.json')!.toString())[0].suspended_until,
    'infinity',
  )
  assert.equal(JSON.parse((await filesOf(lea)).get('letters-to-us.json')!.toString())[0].message, 'Off I go.')
  assert.ok((await filesOf(gro)).has('account.json'))
})

test('a data export describes content that was taken down, but does not include the content’s files', async () => {
  const dan = await testApp.signUpMember('dan_takes')
  const id = await withFilm(dan, 'Taken down')
  await db.updateTable('content').set({ moderation: 'removed' }).where('id', '=', id).execute()
  const files = await filesOf(dan)
  assert.equal(JSON.parse(files.get('videos.json')!.toString())[0].moderation, 'removed')
  assert.deepEqual(
    [...files.keys()].filter((name) => name.startsWith('videos/')),
    [],
  )
})

test('every database table is exported or has a documented reason for its exclusion', async () => {
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db)
  const answered = [
    ...dataExportFiles.flatMap(({ tables }) => tables),
    ...Object.keys(tablesExcludedFromExport),
  ]
  assert.deepEqual(
    rows.map(({ name }) => name).toSorted(),
    answered.toSorted(),
    'name each table once, in server/privacy/data-export/data-export-files.ts or tables-excluded-from-export.ts',
  )
})

test('a table with thousands of rows is exported in batches', async () => {
  const fay = await testApp.signUpMember('fay_takes')
  const video = await createPublishedVideo(fay)
  await sql`insert into comments (content_id, user_id, body)
    select ${video}, ${fay.id}, 'number ' || n from generate_series(1, 2345) n`.execute(db)
  const comments = JSON.parse((await filesOf(fay)).get('comments.json')!.toString()) as { body: string }[]
  assert.equal(new Set(comments.map(({ body }) => body)).size, 2345)
})

function follow(who: TestUser, whom: TestUser) {
  return db
    .insertInto('follows')
    .values({ follower_id: who.id, followed_id: whom.id, state: 'approved', approved_at: new Date() })
    .execute()
}

async function stored(who: TestUser): Promise<string[]> {
  return readdir(join(testApp.dataDir, 'files', 'exports', who.id)).catch(() => [])
}
