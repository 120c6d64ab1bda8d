import type { CaseDetail } from '#contract/moderation/moderation-cases.ts'
import { db, transaction } from '#server/platform/db/db.ts'
import { type Selectable, sql } from 'kysely'
import type { Database } from '#server/platform/db/schema.ts'
import {
  selectItemsWithoutAccessCheck,
  selectItemsInClaimedCase,
} from '#server/access-policy/content-queries.ts'
import { chosenVisibilitySql } from '#server/access-policy/visible-content.ts'
import { type CaptionRow, contentCaptionsSql, presentCaptionTrack } from '#server/content/content-captions.ts'
import { listDecisions } from '../decisions/list-decisions.ts'
import { listAllowedModerationActions } from '../decisions/allowed-actions.ts'
import { loadModeratedAccount } from './moderated-account.ts'
import { listCaseNotices, listCaseReports } from './case-reports.ts'
import type { StaffViewer } from '../staff/staff-viewer.ts'
import { lockModerationSubjectRow, toModerationSubject } from '../decisions/moderation-subject-state.ts'

type Row = Selectable<Database['cases']>

/** Returns everything that a moderator needs to decide a claimed case. */
export async function loadCaseDetail(viewer: StaffViewer, id: string): Promise<CaseDetail> {
  const row = await db.selectFrom('cases').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const now = await transaction((tx) => lockModerationSubjectRow(tx, toModerationSubject(row)))
  const [content, comment, owner, reports, notices, appeal] = await Promise.all([
    loadCaseContent(viewer, row),
    loadCaseComment(row),
    loadModeratedAccount(row.user_id),
    listCaseReports(viewer, id),
    listCaseNotices(id),
    loadOpenAppeal(viewer, id),
  ])
  // While an appeal is open, `restore` is not offered, because `restore` would reverse the decision but leave
  // the appeal unanswered. The separate form for appeals reverses the decision and answers the appeal.
  const may = listAllowedModerationActions(viewer.role, now).filter(
    (action) => !(appeal && action === 'restore'),
  )
  return { content, comment, owner, reports, notices, appeal, may }
}

/**
 * Returns the item that a case is about or, for a case about a comment, the item that the comment was posted
 * on. The title, description and other text of an item are included even if its owner has deleted the item,
 * because the case is about this text. Media are included only if staff are allowed to see them.
 */
async function loadCaseContent(viewer: StaffViewer, { content_id: id }: Row): Promise<CaseDetail['content']> {
  if (!id) return null
  const item = await selectItemsWithoutAccessCheck()
    .select(['id', 'title', 'description', 'genre', 'content_type', 'rating'])
    .select([chosenVisibilitySql.as('visibility'), hasCaptions.as('has_captions')])
    .select(['tags', 'custom_chapters', 'moderation', 'deleted_at', 'duration_seconds', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!item) return null
  const { moderation, deleted_at, created_at, ...shown } = item
  const media = await selectItemsInClaimedCase(viewer)
    .select(['content.cover_url', 'content.thumbnail_url', 'content.storyboard_url', 'content.stream_url'])
    .select(['content.stream_thumbnail_url as poster_url', heldReplacementUrl.as('replacement_url')])
    .select(['content.playback_id', contentCaptionsSql.as('captions')])
    .where('content.id', '=', id)
    .executeTakeFirst()
  return {
    ...shown,
    state: deleted_at ? 'deleted' : moderation,
    created_at: created_at.toISOString(),
    media: media ? presentMedia(media) : null,
  }
}

function presentMedia<M extends { playback_id: string | null; captions: CaptionRow[] }>(media: M) {
  const { playback_id, captions, ...urls } = media
  return { ...urls, captions: captions.map((track) => presentCaptionTrack(track, playback_id!)) }
}

const hasCaptions = sql<boolean>`exists (select from captions where captions.content_id = content.id)`

const heldReplacementUrl = sql<string | null>`(select '/media/' || content.playback_id || '/replacement.m3u8'
  from stream_replacements where stream_replacements.content_id = content.id and state = 'held')`

async function loadCaseComment({ comment_id: id }: Row): Promise<CaseDetail['comment']> {
  if (!id) return null
  const row = await db
    .selectFrom('comments')
    .select(['id', 'body', 'moderation', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const earlier = await db
    .selectFrom('comment_edits')
    .select(['body', 'replaced_at'])
    .where('comment_id', '=', id)
    .orderBy('id', 'desc')
    .execute()
  return {
    id: row.id,
    body: row.body,
    state: row.moderation,
    created_at: row.created_at.toISOString(),
    earlier_versions: earlier.map(({ body, replaced_at }) => ({
      body,
      replaced_at: replaced_at.toISOString(),
    })),
  }
}

async function loadOpenAppeal(viewer: StaffViewer, caseId: string): Promise<CaseDetail['appeal']> {
  const row = await db
    .selectFrom('appeals')
    .innerJoin('decisions', 'decisions.id', 'appeals.decision_id')
    .select(['appeals.id', 'appeals.words', 'appeals.made_at', 'decisions.id as decision_id'])
    .select('decisions.decided_by')
    .where('appeals.case_id', '=', caseId)
    .where('appeals.outcome', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const [decision] = await listDecisions({ id: row.decision_id })
  const { id, words, made_at } = row
  const may_decide = row.decided_by !== viewer.id
  return { id, words, made_at: made_at.toISOString(), decision: decision!, may_decide }
}
