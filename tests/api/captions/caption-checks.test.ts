import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { db } from '#server/platform/db/db.ts'
import { startTestApp, type TestUser } from '#tests/support/app/test-app.ts'

const testApp = await startTestApp({ env: { PACE: '0' } })
after(() => testApp.close())
const ada = await testApp.signUpMember('ada')
const bob = await testApp.signUpMember('bob', 18)

const cue = (text: string) => `WEBVTT\n\n00:01.000 --> 00:03.000\n${text}\n`
const check = (who: TestUser, body: string | Uint8Array, query = '') =>
  who.fetch(`/api/caption-checks${query}`, { method: 'POST', body: body as string })
const refusalOf = async (response: Response) => {
  const { error } = (await response.json()) as { error: { code: string; detail: string } }
  return [error.code, error.detail]
}

test('a caption file can be checked before its video exists, and the check stores nothing', async () => {
  const response = await check(ada, cue('Hello'))
  assert.deepEqual([response.status, await response.json()], [200, { cue_count: 1 }])
  assert.deepEqual(await db.selectFrom('captions').select('id').execute(), [])
})

test('a caption check returns the same errors and warnings as adding captions to a video, with line numbers', async () => {
  const backwards = await check(ada, 'WEBVTT\n\n00:05.000 --> 00:01.000\nhi\n')
  assert.deepEqual(await refusalOf(backwards), [
    'captions_invalid',
    'Line 3: the end has to be after the start.',
  ])
  const [code, detail] = await refusalOf(await check(ada, cue('what the fuck')))
  assert.equal(code, 'captions_rude')
  assert.match(detail!, /^Line 4 /)
  assert.equal((await refusalOf(await check(bob, cue('what the fuck'))))[0], 'captions_ask')
  assert.equal((await check(bob, cue('what the fuck'), '?anyway=true')).status, 200)
  const latin = Buffer.from(cue('a\xf1o'), 'latin1')
  assert.equal((await refusalOf(await check(ada, latin)))[0], 'captions_encoding')
  assert.equal((await check(ada, latin, '?encoding=windows-1252')).status, 200)
  const large = await check(ada, 'x'.repeat(1024 * 1024 + 1))
  assert.deepEqual([large.status, (await refusalOf(large))[0]], [413, 'captions_too_large'])
})

test('only members in good standing can check caption files', async () => {
  assert.equal((await check(testApp.anonymousUser(), cue('Hello'))).status, 401)
  await db
    .updateTable('profiles')
    .set({ suspended_until: new Date(Date.now() + 3_600_000) })
    .where('user_id', '=', ada.id)
    .execute()
  assert.equal((await check(ada, cue('Hello'))).status, 403)
})
