import { sql } from 'kysely'
import type { CommentMode, CommentPermission } from '#contract/engagement/comment-modes.ts'
import { getDefaultSettingValue } from '#contract/safety/safety-defaults.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { ageBandSql } from '#server/accounts/age.ts'
import { config } from '#server/platform/config.ts'
import { type Db, db, type Tx } from '#server/platform/db/db.ts'
import { compileStatement } from '#server/platform/db/compiled-statement.ts'
import { anonymousViewer, type Viewer } from '#server/platform/http/viewer.ts'
import { selectWatchableItems } from './content-queries.ts'
import {
  type CommentAccess,
  type CommentAudience,
  decideCommentAccess,
} from './comment-and-follow-permissions.ts'
import { safetySettingSql } from '#server/safety-settings/safety-settings.ts'

export interface ItemCommentPolicy {
  /** The id of the item's creator. */
  ownerId: string
  permission: CommentPermission
  /** Who may comment on this item, as its creator has chosen. */
  mode: CommentMode
  /**
   * Whether the viewer may see the comments. If the creator has turned comments off, only the creator may see
   * the existing comments.
   */
  canReadComments: boolean
  /** Whether suspicious comments are held, according to the safety defaults for the creator's age band. */
  holdsSuspicious: boolean
  /** Whether the strict word lists apply, because an adult stranger is commenting on a minor's video. */
  usesStrictLists: boolean
}

/**
 * Returns whether and how the viewer may comment on an item. Throws `content_not_found` if the viewer may not
 * watch the item.
 */
export async function loadCommentPolicy(
  viewer: Viewer,
  contentId: string,
  on: Db | Tx,
): Promise<ItemCommentPolicy> {
  const facts = await loadCommentFacts(viewer, contentId, on)
  if (!facts) throw new ApiError('content_not_found')
  const preset = config.safetyPreset
  const isMember = viewer.kind === 'member'
  const access = decideCommentAccess(
    {
      // For anonymous visitors, the permission says whether they could comment after signing in.
      isStaff: isMember && viewer.role !== 'user',
      isAdult: isMember && viewer.band === '18-19',
      isOwner: facts.is_self,
      isFollower: facts.follows,
      ownerBand: facts.band,
      commentsFrom: facts.comments_from,
      mode: facts.comment_mode,
      isLimited: facts.moderation === 'limited',
    },
    preset,
  )
  return {
    ownerId: facts.user_id,
    permission: presentCommentAccess(viewer, access, facts),
    mode: facts.comment_mode,
    canReadComments: facts.comment_mode !== 'off' || facts.is_self,
    holdsSuspicious: getDefaultSettingValue('comments_held', facts.band, preset) !== 'nothing',
    usesStrictLists: access === 'strict' || access === 'held',
  }
}

/**
 * Returns the comment permission that the API sends to the viewer. `strict` is returned as `yes`, because
 * `strict` would tell an adult that the creator is a minor.
 */
function presentCommentAccess(
  viewer: Viewer,
  access: CommentAccess,
  limits: { comment_mode: CommentMode; comments_from: CommentAudience },
): CommentPermission {
  if (access === 'no') return commentDenialReason(viewer, limits)
  return access === 'strict' ? 'yes' : access === 'approval' ? 'held' : access
}

function commentDenialReason(
  viewer: Viewer,
  limits: { comment_mode: CommentMode; comments_from: CommentAudience },
): CommentPermission {
  // Staff get `off` instead of `staff`, because their list of comments is empty.
  if (limits.comment_mode === 'off') return 'off'
  if (viewer.kind === 'member' && viewer.role !== 'user') return 'staff'
  return limits.comments_from === 'nobody' ? 'nobody' : 'followers'
}

async function loadCommentFacts(viewer: Viewer, contentId: string, on: Db | Tx) {
  const [facts] =
    viewer.kind === 'anonymous' && on === db
      ? await loadAnonymousCommentFacts({ contentId })
      : await selectCommentFacts(viewer, contentId, on).execute()
  return facts
}

const loadAnonymousCommentFacts = compileStatement(['contentId'], ({ contentId }) =>
  selectCommentFacts(anonymousViewer, contentId, db),
)

function selectCommentFacts(viewer: Viewer, contentId: string, on: Db | Tx) {
  const id = viewer.kind === 'member' ? viewer.id : null
  return selectWatchableItems(viewer, on)
    .leftJoin('private_details', 'private_details.user_id', 'content.user_id')
    .select([
      'content.user_id',
      'content.moderation',
      'content.comment_mode',
      ageBandSql.as('band'),
      safetySettingSql('comments_from', sql.ref('content.user_id'))
        .$castTo<CommentAudience>()
        .as('comments_from'),
      sql<boolean>`coalesce(content.user_id = ${id}, false)`.as('is_self'),
      sql<boolean>`exists (select from follows where follower_id = ${id}
        and followed_id = content.user_id and state = 'approved')`.as('follows'),
    ])
    .where('content.id', '=', contentId)
}
