import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { after, before } from 'node:test'
import { promisify } from 'node:util'
import { getContent } from '#contract/content/content.ts'
import { createUpload } from '#contract/content/uploads.ts'
import { openModerationCase } from '#server/moderation/cases/open-case.ts'
import { changeModerationState } from '#server/moderation/decisions/state-transitions.ts'
import { db, transaction } from '#server/platform/db/db.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'

let testApp: TestApp
let folder: string
let [ada, mallory]: TestUser[] = []
before(async () => {
  testApp = await startTestApp({ working: true })
  folder = await mkdtemp(join(tmpdir(), 'afterbell-copies-'))
  ;[ada, mallory] = [await testApp.signUpMember('ada'), await testApp.signUpMember('mallory')]
})
after(async () => {
  await testApp.close()
  await rm(folder, { recursive: true, force: true })
})

const exec = promisify(execFile)

async function makeVideo(name: string, args: string): Promise<Buffer> {
  const path = join(folder, `${name}.mp4`)
  await exec('ffmpeg', ['-nostdin', '-y', '-v', 'error', ...args.split(' '), '-pix_fmt', 'yuv420p', path])
  return readFile(path)
}

/** Uploads the file and waits until it is processed or refused. */
async function uploadFile(who: TestUser, bytes: Buffer): Promise<string> {
  const body = { title: 'Pier', content_type: 'story', file_name: 'a.mp4', file_size: bytes.length } as const
  const { contentId, uploadURL } = await who.call(createUpload, { body })
  const form = new FormData()
  form.set('file', new Blob([bytes as BlobPart]), 'a.mp4')
  await who.fetch(new URL(uploadURL).pathname, { method: 'POST', body: form })
  await waitUntil(async () => ['ready', 'refused'].includes((await streamOf(contentId)).state), 60)
  return contentId
}

const streamOf = (contentId: string) =>
  db.selectFrom('streams').selectAll().where('content_id', '=', contentId).executeTakeFirstOrThrow()
const itemOf = (id: string) =>
  db
    .selectFrom('content')
    .select(['moderation', 'stream_status'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const casesOf = (id: string) =>
  db
    .selectFrom('cases')
    .select('priority')
    .where('content_id', '=', id)
    .where('closed_at', 'is', null)
    .execute()

const decide = (id: string, to: 'removed' | 'approved') =>
  transaction((tx) =>
    changeModerationState(tx, { subject: 'content', id }, to, { kind: 'system', reason: 'staff' }),
  )

test(
  'an identical copy of a video removed for a serious reason is refused, and an altered copy is held',
  { timeout: 170_000 },
  async () => {
    const video = await makeVideo(
      'film',
      '-f lavfi -i testsrc2=s=320x180:r=12:d=6 -c:v libx264 -preset ultrafast',
    )
    const half = await makeVideo(
      'half',
      `-i ${join(folder, 'film.mp4')} -vf scale=160:90 -c:v libx264 -preset ultrafast -crf 30`,
    )
    const other = await makeVideo(
      'other',
      '-f lavfi -i mandelbrot=s=320x180:r=12 -t 6 -c:v libx264 -preset ultrafast',
    )

    const original = await uploadFile(ada!, video)
    assert.equal((await itemOf(original)).moderation, 'approved')
    const { user_id: userId } = await db
      .selectFrom('content')
      .select('user_id')
      .where('id', '=', original)
      .executeTakeFirstOrThrow()
    await transaction((tx) =>
      openModerationCase(tx, { subject: 'content', contentId: original, userId, priority: 0 }),
    )
    await decide(original, 'removed')

    const again = await uploadFile(mallory!, video)
    assert.deepEqual(
      (await streamOf(again)).error_detail,
      'This video was taken down before, so it can’t be uploaded again.',
    )
    assert.equal((await itemOf(again)).stream_status, 'failed')

    const smaller = await uploadFile(mallory!, half)
    assert.equal((await itemOf(smaller)).moderation, 'held')
    assert.deepEqual(await casesOf(smaller), [{ priority: 0 }])
    assert.match(await expectApiError(ada!.call(getContent, { params: { id: smaller } })), /^404/)

    const different = await uploadFile(mallory!, other)
    assert.equal((await itemOf(different)).moderation, 'approved')
    assert.deepEqual(await casesOf(different), [])

    await decide(original, 'approved')
    assert.equal((await itemOf(await uploadFile(mallory!, half))).moderation, 'approved')
  },
)

test(
  'a copy of a video that was removed for a less serious reason is accepted',
  { timeout: 100_000 },
  async () => {
    const video = await makeVideo(
      'small',
      '-f lavfi -i smptebars=s=320x180:r=12:d=4 -c:v libx264 -preset ultrafast',
    )
    const original = await uploadFile(ada!, video)
    await transaction((tx) =>
      openModerationCase(tx, { subject: 'content', contentId: original, userId: ada!.id, priority: 3 }),
    )
    await decide(original, 'removed')
    const again = await uploadFile(ada!, video)
    assert.deepEqual(await itemOf(again), { moderation: 'approved', stream_status: 'ready' })
  },
)
