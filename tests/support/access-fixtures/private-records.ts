import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { hashPassword } from '#server/auth/passwords/password-hash.ts'
import { db } from '#server/platform/db/db.ts'
import { storage } from '#server/platform/storage/storage.ts'

/** The kinds of records that belong to one person and have an ID. Only moderators read cases. */
export const privateRecordKinds = [
  'statement',
  'appeal',
  'export',
  'session',
  'notification',
  'passkey',
  'playlist',
  'push_device',
  'series',
] as const
export type PrivateRecordKind = (typeof privateRecordKinds)[number]

export interface PersonalRecord {
  kind: PrivateRecordKind | 'case'
  id: string
}

export const personalRecordOwners = ['theirs', 'never'] as const
export type PersonalRecordOwner = (typeof personalRecordOwners)[number]

export const createNonexistentRecord = (kind: PersonalRecord['kind']): PersonalRecord => ({
  kind,
  id: randomUUID(),
})

/** Creates a moderation case for each item and assigns all cases to the `claimedBy` moderator. */
export async function createClaimedModerationCases(
  claimedBy: string,
  items: Record<string, { id: string }>,
): Promise<Record<string, PersonalRecord>> {
  await sql`insert into cases (subject, content_id, user_id, priority, claimed_by, claimed_at)
    select 'content', id, user_id, 1, ${claimedBy}, now() from content`.execute(db)
  const rows = await db.selectFrom('cases').select(['id', 'content_id']).execute()
  const caseOf = (id: string) => rows.find(({ content_id }) => content_id === id)?.id ?? randomUUID()
  return Object.fromEntries(
    Object.entries(items).map(([name, { id }]) => [name, { kind: 'case', id: caseOf(id) }]),
  )
}

export async function claimAllModerationCases(claimedBy: string): Promise<void> {
  await db
    .updateTable('cases')
    .set({ claimed_by: claimedBy, claimed_at: new Date() })
    .where('subject', '=', 'content')
    .execute()
}

/**
 * Creates one private record of each kind for this person. The moderator with the ID `deciderId` makes the
 * moderation decision and therefore cannot decide the appeal against it.
 */
export async function createPrivateRecords(
  userId: string,
  deciderId: string,
): Promise<Record<PrivateRecordKind, PersonalRecord>> {
  return {
    statement: { kind: 'statement', id: await statement(userId, deciderId) },
    appeal: { kind: 'appeal', id: await appeal(userId, await statement(userId, deciderId)) },
    export: { kind: 'export', id: await dataExport(userId) },
    session: { kind: 'session', id: await session(userId) },
    notification: { kind: 'notification', id: await notification(userId) },
    passkey: { kind: 'passkey', id: await passkey(userId) },
    playlist: { kind: 'playlist', id: await playlist(userId) },
    push_device: { kind: 'push_device', id: await pushDevice(userId) },
    series: { kind: 'series', id: await emptySeries(userId) },
  }
}

/**
 * Creates another private record for the same person. Supports only statements of reasons, playlists and
 * series.
 */
export async function copyPrivateRecord(paper: PersonalRecord): Promise<PersonalRecord> {
  if (paper.kind === 'playlist' || paper.kind === 'series') {
    const { user_id } = await db
      .selectFrom(paper.kind === 'series' ? 'series' : 'playlists')
      .select('user_id')
      .where('id', '=', paper.id)
      .executeTakeFirstOrThrow()
    return { kind: paper.kind, id: await (paper.kind === 'series' ? emptySeries : playlist)(user_id) }
  }
  if (paper.kind !== 'statement') throw new Error(`no copy of a ${paper.kind}`)
  const row = await db
    .selectFrom('decisions')
    .select(['user_id', 'decided_by'])
    .where('id', '=', paper.id)
    .executeTakeFirstOrThrow()
  return { kind: paper.kind, id: await statement(row.user_id, row.decided_by!) }
}

async function pushDevice(userId: string): Promise<string> {
  const { id } = await db
    .insertInto('push_subscriptions')
    .values({
      user_id: userId,
      session_id: await session(userId),
      endpoint: `https://push.example/${randomUUID()}`,
      p256dh: '',
      auth: '',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function statement(userId: string, deciderId: string): Promise<string> {
  const { id } = await db
    .insertInto('decisions')
    .values({
      case_id: null,
      subject: 'profile',
      content_id: null,
      comment_id: null,
      user_id: userId,
      action: 'warn',
      rule: 'other',
      source: 'reports',
      decided_by: deciderId,
      automatic: false,
      until: null,
      caused_by: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function appeal(userId: string, decisionId: string): Promise<string> {
  const { id: caseId } = await db
    .insertInto('cases')
    .values({ subject: 'profile', user_id: userId, priority: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('appeals')
    .values({ decision_id: decisionId, case_id: caseId, words: 'Please look again' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function dataExport(userId: string): Promise<string> {
  const { id } = await db
    .insertInto('data_exports')
    .values({ user_id: userId, ready_at: new Date(), expires_at: new Date(Date.now() + 3600_000), bytes: 9 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await storage.putBytes(`exports/${userId}/${id}.zip`, Buffer.from('all of it'))
  return id
}

async function session(userId: string): Promise<string> {
  const { id } = await db
    .insertInto('sessions')
    .values({
      user_id: userId,
      token: randomBytes(24).toString('hex'),
      expires_at: new Date(Date.now() + 3600_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function notification(userId: string): Promise<string> {
  const { id } = await db
    .insertInto('notifications')
    .values({ user_id: userId, kind: 'decision' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function passkey(user_id: string): Promise<string> {
  // Without a password, the passkey would be the only sign-in method, which cannot be removed.
  const password = await hashPassword('kayak-lantern-42')
  await db
    .insertInto('sign_in_methods')
    .values({ user_id, provider_id: 'credential', account_id: user_id, password })
    .onConflict((row) => row.doNothing())
    .execute()
  const credential_id = randomBytes(16).toString('base64url')
  const { id } = await db
    .insertInto('passkeys')
    .values({
      user_id,
      credential_id,
      public_key: Buffer.of(0),
      counter: 0,
      transports: [],
      name: 'A passkey',
      used_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function playlist(user_id: string): Promise<string> {
  const { id } = await db
    .insertInto('playlists')
    .values({ user_id, title: 'My private playlist' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Creates a series without episodes, which only its owner can see. */
async function emptySeries(user_id: string): Promise<string> {
  const { id } = await db
    .insertInto('series')
    .values({ user_id, title: 'My empty series' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
