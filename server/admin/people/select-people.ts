import { sql } from 'kysely'
import type { AccountState, PersonResult } from '#contract/admin/people.ts'
import { selectPeopleWithoutAccessCheck } from '#server/access-policy/profile-queries.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import type { ConsoleViewer } from '../console-viewer.ts'

const accountStateSql = sql<AccountState>`case
  when profiles.deletion_scheduled_at is not null then 'leaving'
  when profiles.suspended_until = 'infinity' then 'banned'
  when profiles.suspended_until > now() then 'suspended'
  else 'active' end`

/** Selects the accounts that the viewer may look up. Only admins can look up other staff, as with moderation cases. */
export function selectPeopleForConsole(viewer: ConsoleViewer, on: Db | Tx) {
  return selectPeopleWithoutAccessCheck(on)
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .select(['users.id', 'profiles.username', 'profiles.display_name', 'users.role', 'users.created_at'])
    .select(accountStateSql.as('state'))
    .$if(viewer.role !== 'admin', (query) =>
      query.where(({ eb, or }) => or([eb('users.role', '=', 'user'), eb('users.id', '=', viewer.id)])),
    )
}

type PersonRow = Awaited<ReturnType<ReturnType<typeof selectPeopleForConsole>['executeTakeFirstOrThrow']>>

export function presentPersonRow(row: PersonRow): PersonResult {
  const { id, username, display_name, role, state, created_at } = row
  return {
    id,
    username,
    display_name: display_name || username,
    role,
    state,
    joined_at: created_at.toISOString(),
  }
}
