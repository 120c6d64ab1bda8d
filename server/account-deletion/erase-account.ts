import { sql } from 'kysely'
import { accountDeletionLimits } from '#contract/limits.ts'
import { reserveUsername } from '#server/accounts/usernames.ts'
import { lockAccountRowForCredentialChange } from '#server/auth/account-row-locks.ts'
import { eraseComments } from '#server/comments/erase-comments.ts'
import { listCommentedContentIds } from '#server/content/account-visibility.ts'
import { db, type Tx, transaction } from '#server/platform/db/db.ts'
import { log } from '#server/platform/log.ts'
import { deleteStoredEmails, enqueueEmail } from '#server/platform/email.ts'
import { deleteJobsWithPayloadContaining } from '#server/platform/queue/queue.ts'
import { storage } from '#server/platform/storage/storage.ts'
import { avatarStoragePrefix } from '#server/profiles/avatar.ts'
import { dataExportStoragePrefix } from '#server/privacy/data-export/data-export-storage-keys.ts'
import { deleteUnneededPurges } from '#server/playback/shared-cache/purge-queue.ts'
import { removeUploadedBytes } from '#server/uploads/upload-store.ts'
import { isDeletionDue } from './schedule-deletion.ts'
import { isLocale, sourceLocale } from '#i18n/locales.ts'
import { runInLocale } from '#i18n/run-in-locale.ts'
import { accountErasedEmail } from './deletion-emails.ts'
import { recountLikesAndComments } from '#server/content/recount-counters.ts'
import { hasOpenUrgentCase } from '#server/access-policy/moderation-case-conditions.ts'
import { selectItemsWithoutAccessCheck } from '#server/access-policy/content-queries.ts'
import { selectPeopleWithoutAccessCheck } from '#server/access-policy/profile-queries.ts'

/**
 * Erases every account whose cancellation period has ended. A failed erasure is retried the next time this
 * function runs.
 */
export async function eraseAccountsDueForErasure(): Promise<void> {
  const due = await selectPeopleWithoutAccessCheck()
    .select('user_id')
    .where(isDeletionDue)
    // If an urgent case about an account is open, the account is erased only after the case is closed. Until
    // then the account stays hidden.
    .where(({ not }) => not(hasOpenUrgentCase))
    .execute()
  await prioritizeBlockingCases()
  for (const { user_id: userId } of due)
    await eraseAccount(userId).catch((error: Error) =>
      log.error('could not erase an account; will retry', { error: error.message }),
    )
}

/**
 * An account is not erased while an urgent case about it is open. All open cases about such an account become
 * due at its 48-hour erasure deadline, unless they are due earlier.
 */
async function prioritizeBlockingCases(): Promise<void> {
  const waiting = await selectPeopleWithoutAccessCheck()
    .select(['user_id', 'deletion_scheduled_at'])
    .where(isDeletionDue)
    .where(hasOpenUrgentCase)
    .execute()
  for (const { user_id, deletion_scheduled_at } of waiting) {
    const due_at = new Date(deletion_scheduled_at!.getTime() + accountDeletionLimits.erasedHours * 3600_000)
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
 * Erases an account. Every step can be repeated and the account's row is deleted last, so the next run
 * completes an interrupted erasure.
 */
async function eraseAccount(userId: string): Promise<void> {
  if (!(await lockOutOfAccount(userId))) return
  const files = await listAccountFiles(userId)
  await removeAccountFiles(files)
  for (const id of new Set([
    ...(await listCommentedContentIds(userId)),
    ...(await listLikedContentIds(userId)),
  ]))
    await removeLikesAndComments(userId, id)
  await deleteStoredEmails(await listEmailKeys(userId))
  await transaction((tx) => eraseAccountRows(tx, userId))
  if (files.playbackIds.length > 0) await deleteUnneededPurges(files.playbackIds, userId)
  // Files are removed a second time, because a worker could have written a rendition while its item was being
  // deleted.
  await removeAccountFiles(files)
}

/**
 * Ends every session, so that the account can no longer be used. Returns false if the deletion was cancelled
 * just before the erasure began.
 */
function lockOutOfAccount(userId: string): Promise<boolean> {
  return transaction(async (tx) => {
    await lockAccountRowForCredentialChange(tx, userId)
    const due = await selectPeopleWithoutAccessCheck(tx)
      .select('user_id')
      .where('user_id', '=', userId)
      .where(isDeletionDue)
      .forUpdate()
      .executeTakeFirst()
    if (!due) return false
    await tx.deleteFrom('sessions').where('user_id', '=', userId).execute()
    return true
  })
}

/**
 * Lists the keys that link stored emails to the account: the user id, the account's email address, and the
 * addresses in the user's contact messages.
 */
async function listEmailKeys(userId: string): Promise<string[]> {
  const own = db.selectFrom('users').select('email').where('id', '=', userId)
  const written = db.selectFrom('contact_messages').select('email').where('user_id', '=', userId)
  const rows = await own.union(written).execute()
  return [userId, ...rows.map(({ email }) => email)]
}

interface AccountFiles {
  playbackIds: string[]
  prefixes: string[]
  uploads: string[]
}

/**
 * Lists an account's stored files: the renditions, images and originals of all its items (including deleted
 * ones), its avatar, and its data exports.
 */
async function listAccountFiles(userId: string): Promise<AccountFiles> {
  const items = await selectItemsWithoutAccessCheck()
    .select(['content.playback_id', 'content.file_url'])
    .where('content.user_id', '=', userId)
    .execute()
  const uploads = await db.selectFrom('uploads').select('id').where('user_id', '=', userId).execute()
  const prefixes = items.flatMap(({ playback_id, file_url }) => [
    `media/${playback_id}`,
    ...(file_url ? [file_url] : []),
  ])
  return {
    playbackIds: items.map(({ playback_id }) => playback_id),
    prefixes: [avatarStoragePrefix(userId), dataExportStoragePrefix(userId), ...prefixes],
    uploads: uploads.map(({ id }) => id),
  }
}

async function removeAccountFiles({ prefixes, uploads }: AccountFiles): Promise<void> {
  for (const prefix of prefixes) await storage.remove(prefix)
  for (const id of uploads) await removeUploadedBytes(id)
}

async function listLikedContentIds(userId: string): Promise<string[]> {
  const rows = await db.selectFrom('likes').select('content_id').where('user_id', '=', userId).execute()
  return rows.map((row) => row.content_id)
}

/** Deletes the account's like and comments on one item and corrects the counters of the item. */
function removeLikesAndComments(userId: string, contentId: string): Promise<void> {
  return transaction(async (tx) => {
    await selectItemsWithoutAccessCheck(tx).select('id').where('id', '=', contentId).forUpdate().execute()
    await tx.deleteFrom('likes').where('content_id', '=', contentId).where('user_id', '=', userId).execute()
    await eraseComments(tx, sql<boolean>`comments.content_id = ${contentId} and comments.user_id = ${userId}`)
    await recountLikesAndComments(tx, contentId)
  })
}

/**
 * Deletes the account's rows. Rows with a foreign key to the account are deleted by `on delete cascade`. This
 * function also deletes the rows that refer to the account without a foreign key.
 */
async function eraseAccountRows(tx: Tx, userId: string): Promise<void> {
  const person = await selectPeopleWithoutAccessCheck(tx)
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .select(['users.email', 'users.language', 'profiles.username'])
    .where('users.id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (!person) return
  const { email, language, username } = person
  await reserveUsername(tx, username)
  await tx
    .deleteFrom('contact_messages')
    .where(({ eb, or }) => or([eb('user_id', '=', userId), eb('email', '=', email)]))
    .execute()
  await tx
    .deleteFrom('verifications')
    .where(
      sql<boolean>`${mentionsAccount('identifier', userId, email)} or ${mentionsAccount('value', userId, email)}`,
    )
    .execute()
  await tx
    .deleteFrom('live_events')
    .where((eb) =>
      eb.or([
        sql<boolean>`strpos(topic || data::text, ${userId}) > 0`,
        eb('topic', 'in', selectContentTopics(tx, userId)),
      ]),
    )
    .execute()
  await deleteJobsWithPayloadContaining(tx, [userId, `"${email}"`])
  await redactNameInReports(tx, email, username)
  await tx.deleteFrom('users').where('id', '=', userId).execute()
  const locale = isLocale(language) ? language : sourceLocale
  await enqueueEmail(
    tx,
    runInLocale(locale, () => accountErasedEmail(email)),
  )
}

/** Selects the live-update topics of the account's items. */
function selectContentTopics(tx: Tx, userId: string) {
  return selectItemsWithoutAccessCheck(tx)
    .select(sql<string>`'content:' || content.id`.as('topic'))
    .where('user_id', '=', userId)
}

/**
 * Matches rows in which this column mentions the account: the column's text is the account's email address,
 * contains the email address as a quoted JSON string, or contains the user id. Searching for the email
 * address without quotes would be wrong, because `ba@b.example` contains `a@b.example`.
 */
function mentionsAccount(column: string, userId: string, email: string) {
  const text = sql.ref(column)
  return sql<boolean>`(${text} = ${email} or strpos(${text}, ${userId}) > 0 or strpos(${text}, ${`"${email}"`}) > 0)`
}

/**
 * Removes the account's name and email address from the text of reports and notices. In notices that the
 * account's owner has sent, the sender's name and email address are erased too. The reporter of a report is
 * not removed here, because the foreign key has `on delete set null`.
 */
async function redactNameInReports(tx: Tx, email: string, username: string): Promise<void> {
  const pattern = `(${email.replace(/[^\p{L}\p{N}@]/gu, '\\$&')}|\\m${username}\\M)`
  const named = sql<boolean>`words ~* ${pattern}`
  const words = sql<string>`regexp_replace(words, ${pattern}, '…', 'gi')`
  await tx.updateTable('reports').set({ words }).where(named).execute()
  await tx.updateTable('notices').set({ words }).where(named).execute()
  await tx.updateTable('notices').set({ name: '', email: '' }).where('email', '=', email).execute()
}
