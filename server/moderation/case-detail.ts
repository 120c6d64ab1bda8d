import type { CaseDetail } from '#contract/mod.ts'
import { db, transaction } from '../platform/db/db.ts'
import type { Selectable } from 'kysely'
import type { Database } from '../platform/db/schema.ts'
import { itemsAtWork, itemsInCaseOf } from '../safety/items.ts'
import { decisionsOf } from './decision-rows.ts'
import { mayDo } from './may.ts'
import { ownerOf } from './case-owner.ts'
import { noticesOf, reportsOf } from './case-reports.ts'
import type { Staff } from './staff.ts'
import { standingOf, subjectOf } from './subject.ts'

type Row = Selectable<Database['cases']>

/** All that whoever has claimed a case needs to decide it. */
export async function detailOf(viewer: Staff, id: string): Promise<CaseDetail> {
  const row = await db.selectFrom('cases').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const now = await transaction((tx) => standingOf(tx, subjectOf(row)))
  const [content, comment, owner, reports, notices, appeal] = await Promise.all([
    contentOf(viewer, row),
    commentOf(row),
    ownerOf(row.user_id),
    reportsOf(viewer, id),
    noticesOf(id),
    appealOf(viewer, id),
  ])
  // An appeal is decided by its own form, which also answers it: `restore` would do half of that.
  const may = mayDo(viewer.role, now).filter((action) => !(appeal && action === 'restore'))
  return { content, comment, owner, reports, notices, appeal, may }
}

/** Texts also of what its owner has deleted meanwhile: the case is about them. Pictures and sounds only of what staff may see. */
async function contentOf(viewer: Staff, { content_id: id }: Row): Promise<CaseDetail['content']> {
  if (!id) return null
  const item = await itemsAtWork()
    .select(['id', 'title', 'description', 'genre', 'content_type', 'visibility', 'rating'])
    .select(['moderation', 'deleted_at', 'duration_seconds', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!item) return null
  const { moderation, deleted_at, created_at, ...shown } = item
  const media = await itemsInCaseOf(viewer)
    .select(['content.cover_url', 'content.thumbnail_url', 'content.storyboard_url', 'content.stream_url'])
    .select('content.stream_thumbnail_url as poster_url')
    .where('content.id', '=', id)
    .executeTakeFirst()
  return {
    ...shown,
    state: deleted_at ? 'deleted' : moderation,
    created_at: created_at.toISOString(),
    media: media ?? null,
  }
}

async function commentOf({ comment_id: id }: Row): Promise<CaseDetail['comment']> {
  if (!id) return null
  const row = await db
    .selectFrom('comments')
    .select(['id', 'body', 'moderation', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  return (
    (row && {
      id: row.id,
      body: row.body,
      state: row.moderation,
      created_at: row.created_at.toISOString(),
    }) ??
    null
  )
}

async function appealOf(viewer: Staff, caseId: string): Promise<CaseDetail['appeal']> {
  const row = await db
    .selectFrom('appeals')
    .innerJoin('decisions', 'decisions.id', 'appeals.decision_id')
    .select(['appeals.id', 'appeals.words', 'appeals.made_at', 'decisions.id as decision_id'])
    .select('decisions.decided_by')
    .where('appeals.case_id', '=', caseId)
    .where('appeals.outcome', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const [decision] = await decisionsOf({ id: row.decision_id })
  const { id, words, made_at } = row
  const may_decide = row.decided_by !== viewer.id
  return { id, words, made_at: made_at.toISOString(), decision: decision!, may_decide }
}
