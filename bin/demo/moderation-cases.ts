import { sql } from 'kysely'
import { postComment } from '#contract/engagement/comments.ts'
import { sendReport } from '#contract/moderation/reports.ts'
import { deleteTwoFactorData } from '#server/auth/two-factor/two-factor-settings.ts'
import { setUserRole } from '#server/moderation/staff/roles.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import type { DemoApiClients } from './api-client.ts'
import type { DemoClip } from './clips.ts'
import type { DemoCreator } from './creators.ts'
import { getDemoEmail, ensureDemoAccount } from './demo-accounts.ts'
import type { DemoDataRecord } from './demo-data-record.ts'
import type { DemoSite } from './demo-site.ts'
import { demoDataRecordKeyForTitle } from './publish-clip.ts'

export const demoModerator: DemoCreator = {
  username: 'mod_milou',
  fullName: 'Milou Janssen',
  age: 19,
  bio: 'I review reports on this site.',
  colour: '#4cc2ff',
  drawing: 'mask',
}

/** Creates a moderator. Confirms the email address directly, because nobody reads the emails of the demo. */
export async function createDemoModerator(site: DemoSite, demoDataRecord: DemoDataRecord): Promise<void> {
  if (demoDataRecord.has('moderator')) return
  await ensureDemoAccount(site, demoDataRecord, demoModerator)
  const id = demoDataRecord.getId(`account:${demoModerator.username}`)!
  await site.db.updateTable('users').set({ email_verified: true }).where('id', '=', id).execute()
  await setUserRole(getDemoEmail(demoModerator.username), 'moderator')
  await demoDataRecord.record('moderator')
}

/**
 * Makes the moderator an ordinary member without a second factor, so that the demo can sign in with the password and
 * delete the account. Staff need a second factor, which the person who tries the demo may have set up.
 */
export async function demoteDemoModerator(demoDataRecord: DemoDataRecord): Promise<void> {
  const id = demoDataRecord.getId(`account:${demoModerator.username}`)
  if (!id) return
  await setUserRole(getDemoEmail(demoModerator.username), 'user')
  await transaction((tx) => deleteTwoFactorData(tx, id))
}

/** Reports a clip from another creator’s account, which opens a case. */
export async function reportDemoClip(
  people: DemoApiClients,
  demoDataRecord: Pick<DemoDataRecord, 'has' | 'getId' | 'record'>,
  { title, by }: DemoClip,
): Promise<void> {
  const key = `reported:${title}`
  const id = demoDataRecord.getId(demoDataRecordKeyForTitle(title))
  const [, reporter] = [...people].find(([username]) => username !== by) ?? []
  if (!id || !reporter || demoDataRecord.has(key)) return
  const words = 'This looks like a test picture.'
  await reporter.call(sendReport, { body: { subject: 'content', id, reason: 'wrong_category', words } })
  await demoDataRecord.record(key)
}

/** Opens cases for the moderator: a report about a comment, and a comment that is held for review. */
export async function createDemoCases(
  people: DemoApiClients,
  demoDataRecord: Pick<DemoDataRecord, 'has' | 'getId' | 'record' | 'all'>,
): Promise<void> {
  if (demoDataRecord.has('cases')) return
  const idOf = (title: string) => demoDataRecord.getId(demoDataRecordKeyForTitle(title))
  const comment = demoDataRecord.getId(`said:${idOf('Bicycle Chase, No Budget')}:0`)
  if (comment)
    await people.get('theo_onset')?.call(sendReport, {
      body: { subject: 'comment', id: comment, reason: 'spam', words: 'Posted under all my videos.' },
    })
  // If an adult posts a comment with a link on a minor's video and does not know the minor, the comment is
  // held for a moderator.
  const story = idOf('Who Feeds the Cat')
  if (story && !demoDataRecord.has('held:link')) {
    const body = { body: 'hear my song about a cat: https://lowtide.example/cat', anyway: true }
    const held = await people.get('lowtide_')?.call(postComment, { params: { id: story }, body })
    await demoDataRecord.record('held:link', held?.id)
  }
  await demoDataRecord.record('cases')
}

/**
 * Deletes the cases and reports that are about the demo or were created by its people. If these cases stayed
 * open, the site would keep the content that they are about.
 */
export async function deleteDemoCases(db: Db, userIds: string[]): Promise<void> {
  const ids = sql`any(${userIds}::uuid[])`
  await sql`delete from reports where reporter_id = ${ids}
    or case_id in (select id from cases where user_id = ${ids})`.execute(db)
  await sql`delete from cases where user_id = ${ids}`.execute(db)
}
