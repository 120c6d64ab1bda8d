import { sql } from 'kysely'
import type { AuditLogEntry, listAuditLog as declared } from '#contract/admin/audit-log.ts'
import type { ParsedInputOf, ResponseOf } from '#contract/endpoint.ts'
import { pseudonymizeForAuditLog } from '#server/moderation/audit/audit-log.ts'
import { selectPeopleWithoutAccessCheck } from '#server/access-policy/profile-queries.ts'
import { db } from '#server/platform/db/db.ts'
import { isUuid } from '#server/platform/uuid.ts'

type Query = ParsedInputOf<typeof declared>['query']
type Entry = Record<string, string | number | boolean | null>

const entryJson = sql`audit_log.entry::jsonb`

/**
 * Lists the audit log, newest first. The log contains pseudonyms, which cannot be reversed. The names of staff are known,
 * because their pseudonyms can be computed, and so is the name of the person for whom the list is filtered.
 */
export async function listAuditLog(wanted: Query): Promise<ResponseOf<typeof declared>> {
  const { action, from, until, cursor, limit } = wanted
  const [actor, subject, names] = await Promise.all([
    wanted.actor === 'system' ? 'machine' : toPseudonym(wanted.actor),
    toPseudonym(wanted.subject),
    loadStaffNames(),
  ])
  if (subject && wanted.subject && !isUuid(wanted.subject)) names.set(subject, trimUsername(wanted.subject))
  const rows = await db
    .selectFrom('audit_log')
    .select([sql<number>`seq`.as('seq'), 'entry'])
    .where('seq', 'is not', null)
    .$if(cursor !== undefined, (q) => q.where('seq', '<', Number(cursor)))
    .$if(actor !== undefined, (q) => q.where(sql<boolean>`${entryJson} ->> 'actor' = ${actor}`))
    .$if(action !== undefined, (q) => q.where(sql<boolean>`${entryJson} ->> 'did' = ${action}`))
    .$if(subject !== undefined, (q) => q.where(mentions(subject!)))
    .$if(from !== undefined, (q) => q.where(sql<boolean>`${entryJson} ->> 'at' >= ${from}`))
    // The whole last day is included: a timestamp of that day begins with the date and a "T".
    .$if(until !== undefined, (q) => q.where(sql<boolean>`${entryJson} ->> 'at' < ${`${until}U`}`))
    .orderBy('seq', 'desc')
    .limit(limit + 1)
    .execute()
  const page = rows.slice(0, limit)
  return {
    items: page.map(({ seq, entry }) => presentEntry(Number(seq), JSON.parse(entry) as Entry, names)),
    next_cursor: rows.length > limit ? String(page.at(-1)!.seq) : null,
    actions: await listActions(),
  }
}

/** Matches entries about a person or an item, including searches that found the person. */
const mentions = (pseudonym: string) => sql<boolean>`strpos((${entryJson} - 'actor')::text, ${pseudonym}) > 0`

function presentEntry(seq: number, entry: Entry, names: ReadonlyMap<string, string>): AuditLogEntry {
  const { at, did, actor, subject, ...details } = entry
  const [kind = '', pseudonym = ''] = String(subject ?? '').split(' ')
  return {
    seq,
    at: String(at),
    action: String(did),
    actor: actor === 'machine' ? null : toReference('profile', String(actor), names),
    subject: subject === undefined ? null : toReference(kind, pseudonym, names),
    details,
  }
}

function toReference(kind: string, pseudonym: string, names: ReadonlyMap<string, string>) {
  return { kind, pseudonym, username: names.get(pseudonym) ?? null }
}

const trimUsername = (text: string) => text.replace(/^@/, '')

/** Returns the pseudonym of an id or username. An unknown username matches no entry. */
async function toPseudonym(reference: string | undefined): Promise<string | undefined> {
  if (reference === undefined) return undefined
  if (isUuid(reference)) return pseudonymizeForAuditLog(reference.toLowerCase())
  const person = await selectPeopleWithoutAccessCheck()
    .select('user_id')
    .where(({ eb, fn }) => eb(fn('lower', ['username']), '=', trimUsername(reference).toLowerCase()))
    .executeTakeFirst()
  return pseudonymizeForAuditLog(person?.user_id ?? `no account is called ${reference}`)
}

async function loadStaffNames(): Promise<Map<string, string>> {
  const staff = await selectPeopleWithoutAccessCheck()
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .select(['profiles.user_id', 'profiles.username'])
    .where('users.role', '<>', 'user')
    .execute()
  return new Map(staff.map(({ user_id, username }) => [pseudonymizeForAuditLog(user_id), username]))
}

/**
 * Returns the actions that occur in the log. The recursive query jumps from one value of the index to the next, so it
 * does not read the whole log.
 */
async function listActions(): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`with recursive actions as (
      (select entry::jsonb ->> 'did' as action from audit_log order by 1 limit 1)
      union all
      select (select entry::jsonb ->> 'did' from audit_log where entry::jsonb ->> 'did' > actions.action
        order by 1 limit 1) from actions where actions.action is not null)
    select action from actions where action is not null`.execute(db)
  return rows.map(({ action }) => action)
}
