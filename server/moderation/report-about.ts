import { sql } from 'kysely'
import type { ReportReceipt } from '#contract/reports.ts'
import { db } from '../platform/db/db.ts'
import type { Member } from '../platform/http/viewer.ts'
import { watchableItems } from '../safety/items.ts'
import { isMinor, people } from '../safety/people.ts'
import { textFor } from '../safety/shown-text.ts'

type About = NonNullable<ReportReceipt['about']>

/** What these cases are about, as far as the viewer can still see it: by the id of the case. */
export async function aboutCases(viewer: Member, ids: string[]): Promise<Map<string, About>> {
  const cases = await db
    .selectFrom('cases')
    .selectAll()
    .where('id', 'in', [...ids, never])
    .execute()
  const [titles, comments, names] = await Promise.all([
    titlesOf(
      viewer,
      cases.map((one) => one.content_id),
    ),
    commentsOf(
      viewer,
      cases.map((one) => one.comment_id),
    ),
    namesOf(
      viewer,
      cases.map((one) => one.user_id),
    ),
  ])
  const found = new Map<string, About>()
  for (const { id, subject, content_id, comment_id, user_id } of cases) {
    const title = titles.get(content_id ?? '')
    const body = comments.get(comment_id ?? '')
    const username = names.get(user_id)
    if (subject === 'content' && title !== undefined)
      found.set(id, { text: title, content_id, username: null })
    // A comment is seen under its video, and only of somebody who is there.
    if (subject === 'comment' && body !== undefined && title !== undefined && username !== undefined)
      found.set(id, { text: body, content_id, username: null })
    if (subject === 'profile' && username !== undefined)
      found.set(id, { text: `@${username}`, content_id: null, username })
  }
  return found
}

/** So that an empty list is a list. */
const never = '00000000-0000-0000-0000-000000000000'

type Ids = (string | null)[]
const known = (ids: Ids) => [...ids.filter((id) => id !== null), never]

async function titlesOf(viewer: Member, ids: Ids): Promise<Map<string, string>> {
  const rows = await watchableItems(viewer)
    .select(['content.id', 'content.title', 'content.user_id'])
    .select(isMinor(sql.ref('content.user_id')).as('by_minor'))
    .where('content.id', 'in', known(ids))
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      row.user_id === viewer.id ? row.title : textFor(viewer, row.title, row.by_minor),
    ]),
  )
}

async function commentsOf(viewer: Member, ids: Ids): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('comments')
    .select(['id', 'body', 'user_id', isMinor(sql.ref('comments.user_id')).as('by_minor')])
    .where('id', 'in', known(ids))
    .where(({ eb, or }) => or([eb('moderation', '=', 'approved'), eb('user_id', '=', viewer.id)]))
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      row.user_id === viewer.id ? row.body : textFor(viewer, row.body, row.by_minor),
    ]),
  )
}

async function namesOf(viewer: Member, ids: Ids): Promise<Map<string, string>> {
  const rows = await people(viewer)
    .select(['profiles.user_id', 'profiles.username'])
    .where('profiles.user_id', 'in', known(ids))
    .execute()
  return new Map(rows.map(({ user_id, username }) => [user_id, username]))
}
