import { Refusal, type RefusalCode } from '#contract/refusals.ts'
import type { ReportSubject } from '#contract/report-reasons.ts'
import { visibleContent } from '../content/one.ts'
import type { Tx } from '../platform/db/db.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import { watchableItems } from '../safety/items.ts'
import { people, peopleBlockedBy } from '../safety/people.ts'

/** What a report or a case is about, and whose it is. */
export interface Subject {
  subject: ReportSubject
  /** The item; of a comment the item it stands under. */
  contentId: string | null
  commentId: string | null
  userId: string
}

const missing: Record<ReportSubject, RefusalCode> = {
  content: 'content_not_found',
  comment: 'comment_not_found',
  profile: 'creator_not_found',
}

/** The reported thing, as the reporter may see it. What one may not see does not exist, and cannot be reported. */
export async function reportable(
  tx: Tx,
  viewer: Viewer,
  subject: ReportSubject,
  id: string,
): Promise<Subject> {
  const found = isUuid(id) ? await finders[subject](tx, viewer, id) : undefined
  if (!found) throw new Refusal(missing[subject])
  return found
}

const finders = { content: item, comment, profile: person } satisfies Record<ReportSubject, unknown>

async function item(tx: Tx, viewer: Viewer, id: string): Promise<Subject | undefined> {
  const found = await visibleContent(viewer, id, tx).catch(nothing)
  return found && { subject: 'content', contentId: id, commentId: null, userId: found.user_id }
}

async function comment(tx: Tx, viewer: Viewer, id: string): Promise<Subject | undefined> {
  const found = await tx
    .selectFrom('comments')
    .innerJoin(people(viewer, tx).selectAll().as('author'), 'author.user_id', 'comments.user_id')
    .select(['comments.content_id', 'comments.user_id'])
    .where('comments.id', '=', id)
    .where('comments.moderation', '=', 'approved')
    // In the same statement: what is hidden takes no longer than what never was.
    .where('comments.content_id', 'in', watchableItems(viewer, tx).select('content.id'))
    .executeTakeFirst()
  return found && { subject: 'comment', contentId: found.content_id, commentId: id, userId: found.user_id }
}

/** Also somebody whom one has blocked first: keeping out comes before telling. */
async function person(tx: Tx, viewer: Viewer, id: string): Promise<Subject | undefined> {
  const there = people(viewer, tx).select('profiles.user_id').where('profiles.user_id', '=', id)
  const keptOut =
    viewer.kind === 'member' &&
    peopleBlockedBy(viewer, tx).select('profiles.user_id').where('profiles.user_id', '=', id)
  const found = await (keptOut ? there.union(keptOut) : there).executeTakeFirst()
  return found && { subject: 'profile', contentId: null, commentId: null, userId: found.user_id }
}

function nothing(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
}
