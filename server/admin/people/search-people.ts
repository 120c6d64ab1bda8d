import { sql } from 'kysely'
import { z } from 'zod'
import { maxPeopleResults, type searchPeople as declared } from '#contract/admin/people.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { ConsoleViewer } from '../console-viewer.ts'
import { limitLookups, logPeopleSearch } from './log-lookup.ts'
import { presentPersonRow, selectPeopleForConsole } from './select-people.ts'

/**
 * Finds accounts by id, by the start of the email address, or by the start of the username or display name. Exact
 * matches come first. Every search is logged, together with the accounts that it found.
 */
export function searchPeople(viewer: ConsoleViewer, query: string): Promise<ResponseOf<typeof declared>> {
  const by = z.uuid().safeParse(query).success ? 'id' : query.slice(1).includes('@') ? 'email' : 'name'
  const text = (by === 'name' ? query.replace(/^@/, '') : query).toLowerCase()
  const prefix = `${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return transaction(async (tx) => {
    await limitLookups(tx, viewer)
    const rows = await selectPeopleForConsole(viewer, tx)
      .$if(by === 'id', (q) => q.where('users.id', '=', text))
      .$if(by === 'email', (q) => q.where('users.email', 'like', prefix).orderBy('users.email'))
      .$if(by === 'name', (q) =>
        q
          .where(
            sql<boolean>`(lower(profiles.username) like ${prefix} or lower(profiles.display_name) like ${prefix})`,
          )
          .orderBy(sql`lower(profiles.username) = ${text}`, 'desc')
          .orderBy(sql`lower(profiles.username)`),
      )
      .limit(maxPeopleResults + 1)
      .execute()
    const found = rows.slice(0, maxPeopleResults)
    await logPeopleSearch(
      tx,
      viewer,
      by,
      found.map(({ id }) => id),
    )
    return { items: found.map(presentPersonRow), has_more: rows.length > maxPeopleResults }
  })
}
