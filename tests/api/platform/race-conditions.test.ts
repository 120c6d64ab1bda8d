import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { signUp } from '#contract/accounts/accounts.ts'
import { putBlock } from '#contract/people/blocks-and-mutes.ts'
import { deleteComment, postComment } from '#contract/engagement/comments.ts'
import { deleteContent } from '#contract/content/own-content.ts'
import { approveFollow, putFollow } from '#contract/people/follows.ts'
import { deleteLike, putLike } from '#contract/engagement/likes.ts'
import { postCaseAction, claimCase, decideAppeal } from '#contract/moderation/moderation-cases.ts'
import { updateProfile } from '#contract/people/profiles.ts'
import { submitAppeal, listStatementsOfReasons } from '#contract/moderation/statements-of-reasons.ts'
import { safetyDefaults } from '#contract/safety/safety-defaults.ts'
import { createUpload } from '#contract/content/uploads.ts'
import { openModerationCase } from '#server/moderation/cases/open-case.ts'
import { db, transaction } from '#server/platform/db/db.ts'
import { countConcurrentOutcomes } from '#tests/support/async/count-concurrent-outcomes.ts'
import { insertUsers } from '#tests/support/fixtures/bulk-users.ts'
import { makeFakeVideo } from '#tests/support/clients/resumable-upload.ts'
import { uploadFileInOneRequest } from '#tests/support/clients/upload-client.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { validPassword, type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { grantStaffRole } from '#tests/support/app/staff.ts'

let testApp: TestApp
let ada: TestUser
let many: TestUser[]
before(async () => {
  testApp = await startTestApp()
  ;[ada] = (await insertUsers(testApp, 'ada', 1)) as [TestUser]
  many = await insertUsers(testApp, 'many', 50)
})
after(() => testApp.close())

const allowed = safetyDefaults.first_day.standard[1].comments
const withId = (id: string) => ({ params: { id } })
const rowsOf = async (table: 'likes' | 'comments', contentId: string) =>
  (await db.selectFrom(table).select('user_id').where('content_id', '=', contentId).execute()).length
const countsOf = (contentId: string) =>
  db
    .selectFrom('content')
    .select(['likes_count', 'comments_count'])
    .where('id', '=', contentId)
    .executeTakeFirstOrThrow()
const number = async (query: ReturnType<typeof sql<{ n: number }>>) =>
  Number((await query.execute(db)).rows[0]!.n)

test('after fifty concurrent likes and unlikes, the like count equals the number of stored likes', async () => {
  const id = await createPublishedVideo(ada)
  assert.deepEqual(await countConcurrentOutcomes(50, (n) => many[n]!.call(putLike, withId(id))), { done: 50 })
  assert.equal((await countsOf(id)).likes_count, 50)
  assert.deepEqual(
    await countConcurrentOutcomes(50, (n) => many[n >> 1]!.call(n % 2 ? putLike : deleteLike, withId(id))),
    {
      done: 50,
    },
  )
  const { likes_count } = await countsOf(id)
  assert.equal(likes_count, await rowsOf('likes', id))
  assert.ok(likes_count >= 25)
})

const signUpAs = (n: number, who: { email?: string; username?: string }) =>
  testApp.anonymousUser().call(signUp, {
    body: {
      full_name: 'Robin Racer',
      email: `racer${n}@example.com`,
      username: `racer_${n}`,
      age: 16,
      password: validPassword,
      terms: true,
      ...who,
    },
  })

// Sends only twenty requests, because each one computes an expensive password hash.
test('only one of ten concurrent sign-ups with the same username or email address succeeds', async () => {
  const byName = countConcurrentOutcomes(10, (n) =>
    signUpAs(n, { username: n % 2 ? 'The_Racer' : 'the_racer' }),
  )
  const byAddress = countConcurrentOutcomes(10, (n) => signUpAs(n + 50, { email: 'racer@example.com' }))
  assert.deepEqual(await byName, { done: 1, username_taken: 9 })
  assert.deepEqual(await byAddress, { done: 1, email_taken: 9 })
  const count = sql<{ n: number }>`select count(*) n from users left join profiles on user_id = users.id
    where email like 'racer%' or username is null`
  assert.equal(await number(count), 2, 'nobody is left half joined')
})

test('only one of fifty concurrent renames to the same username succeeds', async () => {
  const rename = (n: number) =>
    many[n]!.call(updateProfile, { body: { username: n % 2 ? 'Wanted' : 'wanted' } })
  assert.deepEqual(await countConcurrentOutcomes(50, rename), { done: 1, username_taken: 49 })
  const kept = sql<{ n: number }>`select count(*) n from profiles where username like 'many%'`
  assert.equal(await number(kept), 49)
  const dropped = sql<{ n: number }>`select count(*) n from reserved_usernames`
  assert.equal(await number(dropped), 1, 'only the one who left their name keeps it from others')
})

test('when fifty people each send two concurrent requests to follow one person, fifty follows are stored', async () => {
  assert.deepEqual(await countConcurrentOutcomes(100, (n) => many[n >> 1]!.call(putFollow, withId(ada.id))), {
    done: 100,
  })
  const follows = sql<{ n: number }>`select count(*) n from follows where followed_id = ${ada.id}`
  assert.equal(await number(follows), 50)
})

test('no follow remains after users concurrently follow, approve and block each other', async () => {
  const [one] = (await insertUsers(testApp, 'shy', 1)) as [TestUser]
  await one.call(updateProfile, { body: { is_private: true } })
  await countConcurrentOutcomes(10, (n) => many[n]!.call(putFollow, withId(one.id)))
  await countConcurrentOutcomes(50, (n) => {
    const other = many[n % 10]!
    if (n < 10) return one.call(putBlock, withId(other.id))
    if (n < 20) return other.call(putBlock, withId(one.id))
    if (n < 30) return one.call(approveFollow, withId(other.id))
    return other.call(putFollow, withId(one.id))
  })
  const relationship = sql<{
    n: number
  }>`select count(*) n from follows where ${one.id} in (follower_id, followed_id)`
  assert.equal(await number(relationship), 0)
  const blocks = sql<{ n: number }>`select count(*) n from blocks where ${one.id} in (blocker_id, blocked_id)`
  // A blocked user can no longer find the user who blocked them, and therefore cannot block that user in
  // return.
  assert.ok((await number(blocks)) >= 10)
})

test('fifty concurrent comments are all stored, and fifty concurrent requests to delete one comment delete it once', async () => {
  const id = await createPublishedVideo(ada)
  const posted: string[] = []
  const post = async (n: number) =>
    posted.push((await many[n]!.call(postComment, { ...withId(id), body: { body: `Nice shot ${n}` } })).id)
  assert.deepEqual(await countConcurrentOutcomes(50, post), { done: 50 })
  assert.equal((await countsOf(id)).comments_count, 50)
  const [mine] = await db
    .selectFrom('comments')
    .select(['id', 'user_id'])
    .where('content_id', '=', id)
    .execute()
  const author = many.find((one) => one.id === mine!.user_id)!
  const deletions = await countConcurrentOutcomes(50, () => author.call(deleteComment, withId(mine!.id)))
  assert.deepEqual(deletions, { done: 1, comment_not_found: 49 })
  assert.deepEqual(await countsOf(id), { likes_count: 0, comments_count: 49 })
})

test('fifty concurrent deletion requests delete a video once, even while fifty people like it and comment on it', async () => {
  const id = await createPublishedVideo(ada)
  const outcome = await countConcurrentOutcomes(150, (n) => {
    if (n % 3 === 0) return ada.call(deleteContent, withId(id))
    if (n % 3 === 1) return many[n % 50]!.call(putLike, withId(id))
    return many[n % 50]!.call(postComment, { ...withId(id), body: { body: `Late words ${n}` } })
  })
  const { done, content_not_found: missed } = outcome
  assert.equal(done! + missed!, 150)
  assert.ok(missed! >= 49)
  const { likes_count, comments_count } = await countsOf(id)
  assert.deepEqual([likes_count, comments_count], [await rowsOf('likes', id), await rowsOf('comments', id)])
  const erasing = sql<{ n: number }>`select count(*) n from pgboss.job
    where name = 'erase-content' and data->>'contentId' = ${id}`
  assert.equal(await number(erasing), 1, 'its files are fetched away once')
})

test('on an account’s first day, only three of fifty concurrent upload requests succeed', async () => {
  const [newcomer] = (await insertUsers(testApp, 'new', 1)) as [TestUser]
  await sql`update users set created_at = now() where id = ${newcomer.id}`.execute(db)
  const video = { title: 'Film', content_type: 'music' as const, file_name: 'a.mp4', file_size: 1000 }
  const outcome = await countConcurrentOutcomes(50, () => newcomer.call(createUpload, { body: video }))
  assert.deepEqual(outcome, { done: 3, too_many_uploads: 47 })
  const counted = await db
    .selectFrom('first_day_usage')
    .select('uploads')
    .where('user_id', '=', newcomer.id)
    .executeTakeFirst()
  assert.equal(counted?.uploads, 3)
})

test('on an account’s first day, fifty concurrent comments are accepted only up to the limit', async () => {
  const [newcomer] = (await insertUsers(testApp, 'eager', 1)) as [TestUser]
  await sql`update users set created_at = now() where id = ${newcomer.id}`.execute(db)
  await db
    .insertInto('first_day_usage')
    .values({ user_id: newcomer.id, comments: allowed - 10 })
    .execute()
  const id = await createPublishedVideo(ada)
  const post = (n: number) =>
    newcomer.call(postComment, { ...withId(id), body: { body: `First words ${n}` } })
  assert.deepEqual(await countConcurrentOutcomes(50, post), { done: 10, first_day_full: 40 })
  assert.equal((await countsOf(id)).comments_count, 10)
  const { comments } = await db
    .selectFrom('first_day_usage')
    .select('comments')
    .where('user_id', '=', newcomer.id)
    .executeTakeFirstOrThrow()
  assert.equal(comments, allowed)
})

test('concurrent requests to claim, decide or appeal a moderation case take effect only once', async () => {
  const staff = await insertUsers(testApp, 'crew', 10)
  for (const { id } of staff) await grantStaffRole(id, 'moderator')
  const item = await createPublishedVideo(ada)
  const opening = { subject: 'content' as const, contentId: item, userId: ada.id, priority: 2 as const }
  const { id } = await transaction((tx) => openModerationCase(tx, opening))
  const claimResults = await countConcurrentOutcomes(50, (n) => staff[n % 10]!.call(claimCase, withId(id)))
  // The moderator who has claimed the case may claim it again.
  assert.deepEqual(claimResults, { done: 5, case_claimed: 45 })
  const act = (n: number) =>
    staff[n % 10]!.call(postCaseAction, { ...withId(id), body: { action: 'remove', rule: 'spam' } })
  const acted = await countConcurrentOutcomes(50, act)
  assert.equal(acted['done'], 1, JSON.stringify(acted))
  const [statement] = (await ada.call(listStatementsOfReasons, {})).items
  const appeal = () =>
    ada.call(submitAppeal, { ...withId(statement!.id), body: { words: 'It was no spam.' } })
  assert.deepEqual(await countConcurrentOutcomes(50, appeal), { done: 1, appeal_again: 49 })

  const again = await db
    .selectFrom('appeals')
    .select(['id', 'case_id'])
    .where('decision_id', '=', statement!.id)
    .executeTakeFirstOrThrow()
  const first = await db
    .selectFrom('decisions')
    .select('decided_by')
    .where('id', '=', statement!.id)
    .executeTakeFirstOrThrow()
  const second = staff.find((one) => one.id !== first.decided_by)!
  await second.call(claimCase, withId(again.case_id!))
  const decideOnAppeal = () =>
    second.call(decideAppeal, { ...withId(again.id), body: { outcome: 'reversed' } })
  const { done, ...others } = await countConcurrentOutcomes(50, decideOnAppeal)
  assert.equal(done, 1, JSON.stringify(others))
  const decisions = sql<{ n: number }>`select count(*) n from decisions where content_id = ${item}`
  assert.equal(await number(decisions), 1)
})

const video = makeFakeVideo(20_000)

for (const [how, byForm] of [
  ['by tus', () => false],
  ['as a form', () => true],
  ['in both ways', (n: number) => n % 2 === 0],
] as const)
  test(`fifty concurrent requests that complete the same upload store one intact copy of the file: ${how}`, async () => {
    const [one] = (await insertUsers(testApp, `sender_${how.length}`, 1)) as [TestUser]
    const wanted = {
      title: 'Film',
      content_type: 'music' as const,
      file_name: 'a.mp4',
      file_size: video.length,
    }
    const { uploadURL, contentId } = await one.call(createUpload, { body: wanted })
    const path = new URL(uploadURL).pathname
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        uploadFileInOneRequest(one, path, video, byForm(n) ? 'form' : 'tus'),
      ),
    )
    const statuses = responses.map(({ status }) => status)
    assert.ok(
      statuses.every((status) => status < 500),
      statuses.join(' '),
    )
    assert.ok(
      statuses.some((status) => status === 204 || status === 200),
      statuses.join(' '),
    )
    const processing = sql<{ n: number }>`select count(*) n from pgboss.job
      where name = 'process' and data->>'contentId' = ${contentId}`
    assert.equal(await number(processing), 1)
    const stored = await readFile(join(testApp.dataDir, 'files/uploads', path.split('/').at(-1)!))
    assert.ok(stored.equals(video))
  })

test('a deadlock causes no error, because one of the two transactions is retried', async () => {
  const items = [await createPublishedVideo(ada), await createPublishedVideo(ada)]
  const { promise: met, resolve: meet } = Promise.withResolvers<void>()
  let waiting = 0
  const change = (first: number) =>
    transaction(async (tx) => {
      for (const at of [first, 1 - first]) {
        await tx
          .updateTable('content')
          .set({ likes_count: sql`likes_count + 1` })
          .where('id', '=', items[at]!)
          .execute()
        waiting += 1
        if (waiting === 2) meet()
        await met
      }
    })
  await Promise.all([change(0), change(1)])
  for (const id of items) assert.equal((await countsOf(id)).likes_count, 2)
})
