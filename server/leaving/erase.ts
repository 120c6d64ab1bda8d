import { sql } from 'kysely'
import { deletion } from '#contract/limits.ts'
import { reserve } from '../accounts/usernames.ts'
import { lockToChange } from '../accounts/ways-in.ts'
import { commentedItems } from '../content/away.ts'
import { db, type Tx, transaction } from '../platform/db/db.ts'
import { log } from '../platform/log.ts'
import { forgetLetters, post } from '../platform/mail.ts'
import { forget } from '../platform/queue.ts'
import { storage } from '../platform/storage/storage.ts'
import { avatarsOf } from '../profiles/avatar.ts'
import { exportsOf } from '../rights/export/keys.ts'
import { removeBytes } from '../uploads/bytes.ts'
import { isDue } from './book.ts'
import { goneLetter } from './letters.ts'
import { recount } from '../content/recount.ts'
import { personLookedInto } from '../safety/cases.ts'
import { itemsAtWork } from '../safety/items.ts'
import { peopleAtWork } from '../safety/people.ts'

/** Erases every account whose day to take it back is over. One that fails is tried again at the next tick. */
export async function eraseDue(): Promise<void> {
  const due = await peopleAtWork()
    .select('user_id')
    .where(isDue)
    // Hidden is it at once; while somebody looks into what they did, erasing waits for the case to be closed (ruling 18).
    .where(({ not }) => not(personLookedInto))
    .execute()
  await hurry()
  for (const { user_id: userId } of due)
    await erase(userId).catch((error: Error) =>
      log.error('an account could not be erased yet', { error: error.message }),
    )
}

/** Whoever decides is shown such cases first once the two days are over. */
async function hurry(): Promise<void> {
  const waiting = await peopleAtWork()
    .select(['user_id', 'leaving_at'])
    .where(isDue)
    .where(personLookedInto)
    .execute()
  for (const { user_id, leaving_at } of waiting) {
    const due_at = new Date(leaving_at!.getTime() + deletion.erasedHours * 3600_000)
    await db
      .updateTable('cases')
      .set({ due_at })
      .where('user_id', '=', user_id)
      .where('closed_at', 'is', null)
      .where(({ or, eb }) => or([eb('due_at', 'is', null), eb('due_at', '>', due_at)]))
      .execute()
  }
}

/**
 * Every step can be repeated and the row that knows of the rest goes last, so whatever stops it, the next run finishes.
 */
async function erase(userId: string): Promise<void> {
  if (!(await signOutForGood(userId))) return
  const files = await filesOf(userId)
  await removeFiles(files)
  for (const id of new Set([...(await commentedItems(userId)), ...(await likedItems(userId))]))
    await takeBack(userId, id)
  await forgetLetters(await addressesOf(userId))
  await transaction((tx) => eraseRows(tx, userId))
  // Once more: a worker may have been writing a rendition while its item went.
  await removeFiles(files)
}

/** After this nobody acts in their name any more. False when it was taken back in the last moment. */
function signOutForGood(userId: string): Promise<boolean> {
  return transaction(async (tx) => {
    await lockToChange(tx, userId)
    const due = await peopleAtWork(tx)
      .select('user_id')
      .where('user_id', '=', userId)
      .where(isDue)
      .forUpdate()
      .executeTakeFirst()
    if (!due) return false
    await tx.deleteFrom('sessions').where('user_id', '=', userId).execute()
    return true
  })
}

/** By which kept letters know them: the id, the address, and those they wrote to us from. */
async function addressesOf(userId: string): Promise<string[]> {
  const own = db.selectFrom('users').select('email').where('id', '=', userId)
  const written = db.selectFrom('contact_messages').select('email').where('user_id', '=', userId)
  const rows = await own.union(written).execute()
  return [userId, ...rows.map(({ email }) => email)]
}

interface Files {
  prefixes: string[]
  uploads: string[]
}

/** Renditions, pictures and originals of all their items, deleted ones included; their own picture, and copies of their data. */
async function filesOf(userId: string): Promise<Files> {
  const items = await itemsAtWork()
    .leftJoin('uploads', 'uploads.content_id', 'content.id')
    .select(['content.playback_id', 'content.file_url', 'uploads.id as upload_id'])
    .where('content.user_id', '=', userId)
    .execute()
  const prefixes = items.flatMap(({ playback_id, file_url }) => [
    `media/${playback_id}`,
    ...(file_url ? [file_url] : []),
  ])
  return {
    prefixes: [avatarsOf(userId), exportsOf(userId), ...prefixes],
    uploads: items.map(({ upload_id }) => upload_id).filter((id) => id !== null),
  }
}

async function removeFiles({ prefixes, uploads }: Files): Promise<void> {
  for (const prefix of prefixes) await storage.remove(prefix)
  for (const id of uploads) await removeBytes(id)
}

async function likedItems(userId: string): Promise<string[]> {
  const rows = await db.selectFrom('likes').select('content_id').where('user_id', '=', userId).execute()
  return rows.map((row) => row.content_id)
}

/** Their like and comments of one item, and its numbers put right. */
function takeBack(userId: string, contentId: string): Promise<void> {
  return transaction(async (tx) => {
    await itemsAtWork(tx).select('id').where('id', '=', contentId).forUpdate().execute()
    for (const table of ['likes', 'comments'] as const)
      await tx.deleteFrom(table).where('content_id', '=', contentId).where('user_id', '=', userId).execute()
    await recount(tx, contentId)
  })
}

/** The person themself. What hangs on the account by a foreign key goes with it; here stands what does not. */
async function eraseRows(tx: Tx, userId: string): Promise<void> {
  const person = await peopleAtWork(tx)
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .select(['users.email', 'profiles.username'])
    .where('users.id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (!person) return
  const { email, username } = person
  await reserve(tx, username)
  await tx
    .deleteFrom('contact_messages')
    .where(({ eb, or }) => or([eb('user_id', '=', userId), eb('email', '=', email)]))
    .execute()
  await tx
    .deleteFrom('verifications')
    .where(sql<boolean>`${names('identifier', userId, email)} or ${names('value', userId, email)}`)
    .execute()
  await tx
    .deleteFrom('live_events')
    .where((eb) =>
      eb.or([
        sql<boolean>`strpos(topic || data::text, ${userId}) > 0`,
        eb('topic', 'in', topicsOf(tx, userId)),
      ]),
    )
    .execute()
  await forget(tx, [userId, `"${email}"`])
  await forgetInReports(tx, email, username)
  await tx.deleteFrom('users').where('id', '=', userId).execute()
  await post(tx, goneLetter(email))
}

/** Where the news of their items was spoken. */
function topicsOf(tx: Tx, userId: string) {
  return itemsAtWork(tx)
    .select(sql<string>`'content:' || content.id`.as('topic'))
    .where('user_id', '=', userId)
}

/** The address alone or as a value in JSON: `a@b.example` stands in `ba@b.example` too, and that is somebody else. */
function names(column: string, userId: string, email: string) {
  const text = sql.ref(column)
  return sql<boolean>`(${text} = ${email} or strpos(${text}, ${userId}) > 0 or strpos(${text}, ${`"${email}"`}) > 0)`
}

/** Their reports stay without them, by a foreign key; in what anybody wrote there, and in a notice of theirs, the name goes out. */
async function forgetInReports(tx: Tx, email: string, username: string): Promise<void> {
  const pattern = `(${email.replace(/[^\p{L}\p{N}@]/gu, '\\$&')}|\\m${username}\\M)`
  const named = sql<boolean>`words ~* ${pattern}`
  const words = sql<string>`regexp_replace(words, ${pattern}, '…', 'gi')`
  await tx.updateTable('reports').set({ words }).where(named).execute()
  await tx.updateTable('notices').set({ words }).where(named).execute()
  await tx.updateTable('notices').set({ name: '', email: '' }).where('email', '=', email).execute()
}
