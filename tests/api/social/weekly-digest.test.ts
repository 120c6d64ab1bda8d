import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { postComment } from '#contract/engagement/comments.ts'
import { putBlock, putMute } from '#contract/people/blocks-and-mutes.ts'
import { getWeeklyDigest, putWeeklyDigest, unsubscribeFromDigest } from '#contract/weekly-digest.ts'
import { putTimeZone } from '#contract/wellbeing.ts'
import { createNotification } from '#server/notifications/create-notifications.ts'
import { enqueueDueDigests, sendWeeklyDigest } from '#server/notifications/digest/send-digests.ts'
import { createUnsubscribeToken } from '#server/notifications/digest/unsubscribe-token.ts'
import { db } from '#server/platform/db/db.ts'
import type { EmailMessage } from '#server/platform/email.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'
import { follow, setProfilePrivacy, toUserIdParams } from '#tests/support/app/member-actions.ts'
import { confirmUserEmail, startTestApp, type TestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'

let testApp: TestApp
before(async () => (testApp = await startTestApp()))
after(() => testApp.close())

/** Next Saturday at noon (UTC). `later` returns a time relative to that Saturday. */
const noon = new Date()
noon.setUTCDate(noon.getUTCDate() + ((6 - noon.getUTCDay() + 7) % 7 || 7))
noon.setUTCHours(12, 0, 0, 0)
const later = (days: number, hours = 0) => new Date(noon.getTime() + (days * 24 + hours) * 3600_000)

let people = 0
/** Signs up a person who gets the weekly email, and a creator whom the person follows. */
async function subscriber({ isFollowing = true } = {}) {
  people += 1
  const [reader, creator] = [
    await confirmUserEmail(await testApp.signUpMember(`reader${people}`, 18)),
    await testApp.signUpMember(`creator${people}`, 18),
  ]
  await reader.call(putTimeZone, { body: { time_zone: 'UTC' } })
  await reader.call(putWeeklyDigest, { body: { on: true } })
  if (isFollowing) await follow(reader, creator)
  return { reader, creator }
}

/** Publishes a video, by default two days before the email is due. */
async function publish(creator: TestUser, title: string, at = later(-2)): Promise<string> {
  const id = await createPublishedVideo(creator, { title })
  await db
    .updateTable('content')
    .set({ created_at: at } as never)
    .where('id', '=', id)
    .execute()
  return id
}

async function comments(fan: TestUser, contentId: string, at = later(-1)) {
  const { id } = await fan.call(postComment, {
    params: { id: contentId },
    body: { body: 'the second verse!!' },
  })
  const cause = { actorId: fan.id, subjectId: id }
  await createNotification([{ kind: 'comment', contentId, at: at.toISOString(), cause }])
}

/** Returns the queued weekly emails to this person. */
async function emailsTo({ name }: TestUser): Promise<EmailMessage[]> {
  const { rows } = await sql<{ data: EmailMessage }>`select data from pgboss.job where name = 'send-mail'
    and data ->> 'to' = ${`${name}@example.com`} and data ->> 'subject' = 'Your week on Afterbell' order by created_on`.execute(
    db,
  )
  return rows.map(({ data }) => data)
}

const send = ({ id }: TestUser, at = noon) => sendWeeklyDigest({ userId: id }, at)
const nextTimeOf = async ({ id }: TestUser) => {
  const row = await db
    .selectFrom('weekly_digest_settings')
    .select('next_at')
    .where('user_id', '=', id)
    .executeTakeFirst()
  return row?.next_at.toISOString()
}

test('the weekly email is off by default, and turning it on schedules the first one within a week', async () => {
  const who = await testApp.signUpMember('digest_off')
  assert.deepEqual(await who.call(getWeeklyDigest, {}), { on: false, email_confirmed: false })
  assert.deepEqual(await who.call(putWeeklyDigest, { body: { on: true } }), {
    on: true,
    email_confirmed: false,
  })
  assert.equal((await who.call(getWeeklyDigest, {})).on, true)
  const planned = new Date((await nextTimeOf(who))!)
  assert.ok(planned.getTime() - Date.now() <= 7 * 24 * 3600_000)
  await who.call(putWeeklyDigest, { body: { on: false } })
  assert.equal(await nextTimeOf(who), undefined)
})

test('the weekly email lists new videos by followed creators and the number of unread notifications', async () => {
  const { reader, creator } = await subscriber()
  const id = await publish(creator, 'Lanterns <on> the canal')
  await publish(creator, 'An old one', later(-8))
  await publish(await testApp.signUpMember('not_followed'), 'By a stranger')
  await comments(creator, await createPublishedVideo(reader))
  await send(reader)
  const [email, ...more] = await emailsTo(reader)
  assert.deepEqual(more, [])
  const link = `http://localhost:3000/unsubscribe/${createUnsubscribeToken(reader.id)}`
  assert.equal(
    email!.text,
    `Hi!

New videos from people you follow:

“Lanterns <on> the canal” by @${creator.name}
http://localhost:3000/watch/${id}

You have 1 unread notification:
http://localhost:3000/notifications

You get this email once a week because you turned it on. Turn it off with one click:
${link}
`,
  )
  assert.ok(email!.html!.includes('“Lanterns &lt;on&gt; the canal” by'))
  assert.ok(email!.html!.includes(`<a href="${link}">`))
  assert.equal(email!.unsubscribeUrl, link)
})

test('no weekly email is sent if there is nothing new', async () => {
  const { reader, creator } = await subscriber()
  await send(reader)
  await publish(creator, 'An old one', later(-8))
  await send(reader, later(0, 1))
  assert.deepEqual(await emailsTo(reader), [])
  // A weekly email does not count unread notifications that an earlier weekly email has already counted.
  await comments(creator, await createPublishedVideo(reader), later(0, 5))
  await send(reader, later(1))
  await send(reader, later(7))
  assert.equal((await emailsTo(reader)).length, 1)
})

test('a person gets one digest email per week, even if several workers run or the setting changes', async () => {
  const { reader, creator } = await subscriber()
  await publish(creator, 'First week')
  await Promise.all(Array.from({ length: 5 }, () => send(reader)))
  await publish(creator, 'Later on Saturday', later(0, 1))
  for (const on of [false, true]) await reader.call(putWeeklyDigest, { body: { on } })
  await send(reader, later(1))
  assert.equal((await emailsTo(reader)).length, 1)
  assert.equal(await nextTimeOf(reader), later(7, -2).toISOString())
  await publish(creator, 'Second week', later(3))
  await send(reader, later(7, -2))
  const titles = (await emailsTo(reader)).map(({ text }) =>
    [...text.matchAll(/“(.+)”/g)].map(([, title]) => title),
  )
  assert.deepEqual(titles, [['First week'], ['Second week']])
})

test('the weekly email contains only what the recipient may see when it is sent', async () => {
  const hide: Record<
    string,
    (people: { reader: TestUser; creator: TestUser; id: string }) => Promise<unknown>
  > = {
    block: ({ reader, creator }) => creator.call(putBlock, toUserIdParams(reader)),
    mute: ({ reader, creator }) => reader.call(putMute, toUserIdParams(creator)),
    held: ({ id }) => db.updateTable('content').set({ moderation: 'held' }).where('id', '=', id).execute(),
    deleted: ({ id }) =>
      db.updateTable('content').set({ deleted_at: new Date() }).where('id', '=', id).execute(),
    onlyMe: ({ id }) =>
      db
        .updateTable('content')
        .set({ visibility: 'only_me' } as never)
        .where('id', '=', id)
        .execute(),
  }
  for (const [name, change] of Object.entries(hide)) {
    const { reader, creator } = await subscriber()
    const id = await publish(creator, 'Lanterns on the canal')
    await change({ reader, creator, id })
    await send(reader)
    assert.deepEqual(await emailsTo(reader), [], name)
  }
  const { reader, creator } = await subscriber({ isFollowing: false })
  await setProfilePrivacy(creator, true)
  await follow(reader, creator)
  await publish(creator, 'For approved followers')
  await send(reader)
  assert.deepEqual(await emailsTo(reader), [])
})

test('the weekly email waits while it is night or quiet hours in the recipient’s time zone', async () => {
  const { reader, creator } = await subscriber()
  await publish(creator, 'Lanterns on the canal')
  await send(reader, later(0, -6))
  assert.equal(await nextTimeOf(reader), later(0, -2).toISOString())
  await sql`insert into safety_settings (user_id, setting, value)
    values (${reader.id}, 'quiet_hours', '{"from":"11:00","to":"15:00"}')`.execute(db)
  await send(reader)
  assert.equal(await nextTimeOf(reader), later(0, 3).toISOString())
  await sql`delete from safety_settings where user_id = ${reader.id}`.execute(db)
  await reader.call(putTimeZone, { body: { time_zone: 'America/Los_Angeles' } })
  await send(reader)
  assert.ok((await nextTimeOf(reader))! > later(0, 4).toISOString())
  assert.deepEqual(await emailsTo(reader), [])
  await reader.call(putTimeZone, { body: { time_zone: 'UTC' } })
  await send(reader)
  assert.equal((await emailsTo(reader)).length, 1)
})

test('no weekly email goes to an account that is unconfirmed, suspended, read-only or being deleted', async () => {
  const states: Record<string, (id: string) => Promise<unknown>> = {
    unconfirmed: (id) => sql`update users set email_verified = false where id = ${id}`.execute(db),
    suspended: (id) =>
      sql`update profiles set suspended_until = 'infinity' where user_id = ${id}`.execute(db),
    leaving: (id) => sql`update profiles set deletion_scheduled_at = now() where user_id = ${id}`.execute(db),
    readOnly: (id) =>
      sql`update private_details set age_declared_on = age_declared_on - interval '9 years' where user_id = ${id}`.execute(
        db,
      ),
  }
  for (const [name, change] of Object.entries(states)) {
    const { reader, creator } = await subscriber()
    await publish(creator, 'Lanterns on the canal')
    await change(reader.id)
    await send(reader)
    assert.deepEqual(await emailsTo(reader), [], name)
  }
})

test('one job is enqueued for each person whose weekly email is due', async () => {
  const [due, planned] = [(await subscriber()).reader, (await subscriber()).reader]
  const jobsOf = async ({ id }: TestUser) => {
    const { rows } =
      await sql`select from pgboss.job where name = 'send-weekly-digest' and data ->> 'userId' = ${id}`.execute(
        db,
      )
    return rows.length
  }
  await sql`update weekly_digest_settings set next_at = ${later(0, -2)} where user_id = ${due.id}`.execute(db)
  await sql`update weekly_digest_settings set next_at = ${later(0, 2)} where user_id = ${planned.id}`.execute(
    db,
  )
  await Promise.all([enqueueDueDigests(noon), enqueueDueDigests(noon), enqueueDueDigests(noon)])
  assert.deepEqual([await jobsOf(due), await jobsOf(planned)], [1, 0])
})

test('the unsubscribe link turns off the weekly email without a sign-in, and changes nothing else', async () => {
  const [{ reader }, { reader: other }] = [await subscriber(), await subscriber()]
  const token = createUnsubscribeToken(reader.id)
  const visitor = testApp.anonymousUser()
  const invalid =
    '404 This link doesn’t work / Open the link in the email again, or turn off the weekly email in your notification settings.'
  const [, signature] = token.split('.')
  for (const wrong of ['', 'x', `${other.id}.${signature}`, `${reader.id}.`, `${token}x`, `${token}.x`])
    assert.equal(
      await expectApiError(visitor.call(unsubscribeFromDigest, { body: { token: wrong } })),
      invalid,
      wrong,
    )
  assert.equal((await reader.call(getWeeklyDigest, {})).on, true)
  for (let click = 0; click < 2; click += 1) await visitor.call(unsubscribeFromDigest, { body: { token } })
  assert.equal((await reader.call(getWeeklyDigest, {})).on, false)
  assert.equal((await other.call(getWeeklyDigest, {})).on, true)
})
