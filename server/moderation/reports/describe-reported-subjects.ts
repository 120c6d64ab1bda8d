import { sql } from 'kysely'
import type { ReportReceipt } from '#contract/moderation/reports.ts'
import { db } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { selectWatchableItems } from '#server/access-policy/content-queries.ts'
import { isMinor, selectVisiblePeople } from '#server/access-policy/profile-queries.ts'
import { maskTextForViewer } from '#server/access-policy/contact-detail-visibility.ts'

type ReportedThing = NonNullable<ReportReceipt['about']>

/**
 * Returns descriptions of the subjects of these cases, keyed by case id. Subjects that the viewer can no
 * longer see are left out.
 */
export async function describeReportedSubjects(
  viewer: Member,
  ids: string[],
): Promise<Map<string, ReportedThing>> {
  const cases = await db
    .selectFrom('cases')
    .selectAll()
    .where('id', 'in', [...ids, unusedUuid])
    .execute()
  const [titles, comments, names] = await Promise.all([
    loadVisibleTitles(
      viewer,
      cases.map((one) => one.content_id),
    ),
    loadVisibleComments(
      viewer,
      cases.map((one) => one.comment_id),
    ),
    loadVisibleUsernames(
      viewer,
      cases.map((one) => one.user_id),
    ),
  ])
  const found = new Map<string, ReportedThing>()
  for (const { id, subject, content_id, comment_id, user_id } of cases) {
    const title = titles.get(content_id ?? '')
    const body = comments.get(comment_id ?? '')
    const username = names.get(user_id)
    if (subject === 'content' && title !== undefined)
      found.set(id, { text: title, content_id, username: null })
    // A comment is described only if its video and its author are visible.
    if (subject === 'comment' && body !== undefined && title !== undefined && username !== undefined)
      found.set(id, { text: body, content_id, username: null })
    if (subject === 'profile' && username !== undefined)
      found.set(id, { text: `@${username}`, content_id: null, username })
  }
  return found
}

/**
 * An id that is never used for a row. This id is added to every `in` list, because an empty `in` list is
 * invalid SQL.
 */
const unusedUuid = '00000000-0000-0000-0000-000000000000'

type NullableIds = (string | null)[]
const nonEmptyIds = (ids: NullableIds) => [...ids.filter((id) => id !== null), unusedUuid]

async function loadVisibleTitles(viewer: Member, ids: NullableIds): Promise<Map<string, string>> {
  const rows = await selectWatchableItems(viewer)
    .select(['content.id', 'content.title', 'content.user_id'])
    .select(isMinor(sql.ref('content.user_id')).as('by_minor'))
    .where('content.id', 'in', nonEmptyIds(ids))
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      row.user_id === viewer.id ? row.title : maskTextForViewer(viewer, row.title, row.by_minor),
    ]),
  )
}

async function loadVisibleComments(viewer: Member, ids: NullableIds): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('comments')
    .select(['id', 'body', 'user_id', isMinor(sql.ref('comments.user_id')).as('by_minor')])
    .where('id', 'in', nonEmptyIds(ids))
    .where(({ eb, or }) => or([eb('moderation', '=', 'approved'), eb('user_id', '=', viewer.id)]))
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      row.user_id === viewer.id ? row.body : maskTextForViewer(viewer, row.body, row.by_minor),
    ]),
  )
}

async function loadVisibleUsernames(viewer: Member, ids: NullableIds): Promise<Map<string, string>> {
  const rows = await selectVisiblePeople(viewer)
    .select(['profiles.user_id', 'profiles.username'])
    .where('profiles.user_id', 'in', nonEmptyIds(ids))
    .execute()
  return new Map(rows.map(({ user_id, username }) => [user_id, username]))
}
