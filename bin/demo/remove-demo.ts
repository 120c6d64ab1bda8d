import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { deleteComment } from '#contract/engagement/comments.ts'
import { deleteContent } from '#contract/content/own-content.ts'
import { deleteLike } from '#contract/engagement/likes.ts'
import { deleteAvatar } from '#contract/people/profiles.ts'
import { config } from '#server/platform/config.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { DemoDataRecord } from './demo-data-record.ts'
import { getDemoEmail, signInAsCreator } from './demo-accounts.ts'
import { deleteDemoCases, demoteDemoModerator } from './moderation-cases.ts'
import type { ProgressCallback } from '../progress-line.ts'
import { type DemoSite, DemoError } from './demo-site.ts'
import type { DemoApiClient } from './api-client.ts'

/**
 * Deletes the whole demo: uploads, comments, likes, images, cases, accounts with their playlists, follows and
 * history, emails and the demo data record. The audit log keeps the entry about the moderator, because
 * nothing can be deleted from it.
 */
export async function removeDemo(
  site: DemoSite,
  demoDataRecord: DemoDataRecord,
  reportProgress: ProgressCallback,
): Promise<void> {
  const accounts = demoDataRecord
    .all('account:')
    .map(([key, id]) => ({ id, username: key.slice('account:'.length) }))
  const ids = accounts.map(({ id }) => id)
  await deleteDemoCases(site.db, ids)
  await demoteDemoModerator(demoDataRecord)
  for (const [n, { id, username }] of accounts.entries()) {
    reportProgress(`Deleting account ${n + 1} of ${accounts.length}: @${username}`)
    if (await accountExists(site.db, id))
      await emptyAccount(site.db, await signInAsCreator(site, demoDataRecord, username), id)
  }
  await waitForErasure(site.db, ids, reportProgress)
  if (ids.length) await site.db.deleteFrom('users').where('id', 'in', ids).execute()
  await deleteDemoEmails(new Set(accounts.map(({ username }) => getDemoEmail(username))))
  await demoDataRecord.drop()
}

async function accountExists(db: Db, userId: string): Promise<boolean> {
  return (await db.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst()) !== undefined
}

/**
 * Deletes the content of an account through the API before the account itself is deleted. Deletion through
 * the API keeps the counts on other people's videos correct and makes the site erase the files.
 */
async function emptyAccount(db: Db, visitor: DemoApiClient, userId: string): Promise<void> {
  const own = await db
    .selectFrom('content')
    .select('id')
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .execute()
  for (const { id } of own) await visitor.call(deleteContent, { params: { id } })
  const [liked, said] = await Promise.all([likedBy(db, userId), commentedBy(db, userId)])
  for (const { id } of liked) await visitor.call(deleteLike, { params: { id } })
  for (const { id } of said) await visitor.call(deleteComment, { params: { id } })
  await visitor.call(deleteAvatar, {})
}

function likedBy(db: Db, userId: string) {
  return db
    .selectFrom('likes')
    .innerJoin('content', 'content.id', 'likes.content_id')
    .select('content.id')
    .where('likes.user_id', '=', userId)
    .where('content.deleted_at', 'is', null)
    .execute()
}

function commentedBy(db: Db, userId: string) {
  return db
    .selectFrom('comments')
    .innerJoin('content', 'content.id', 'comments.content_id')
    .select('comments.id')
    .where('comments.user_id', '=', userId)
    .where('content.deleted_at', 'is', null)
    .execute()
}

/** Waits until the site's worker has erased the demo videos: first the files, then the database rows. */
async function waitForErasure(db: Db, userIds: string[], reportProgress: ProgressCallback): Promise<void> {
  for (let waited = 0; userIds.length && waited < 600; waited++) {
    const left = await db.selectFrom('content').select('id').where('user_id', 'in', userIds).execute()
    if (left.length === 0) return
    reportProgress(`The site is erasing files: ${left.length} videos left`)
    await pause(500)
  }
  if (userIds.length)
    throw new DemoError('The site did not erase the files within five minutes. Run this command again later.')
}

/** Deletes the demo's emails from the data folder, where the site stores emails if it has no mail server. */
async function deleteDemoEmails(addresses: Set<string>): Promise<void> {
  const folder = join(config.dataDir, 'mail')
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const letter = JSON.parse(await readFile(path, 'utf8').catch(() => '{}')) as { to?: string }
    if (letter.to && addresses.has(letter.to)) await rm(path)
  }
}
