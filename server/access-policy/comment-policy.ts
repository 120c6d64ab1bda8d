import { sql } from 'kysely'
import type { CommentPermission } from '#contract/engagement/comments.ts'
import { defaultSettingValue } from '#contract/safety/safety-defaults.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { ageBand } from '#server/accounts/age.ts'
import { config } from '#server/platform/config.ts'
import { type Db, db, type Tx } from '#server/platform/db/db.ts'
import { compileStatement } from '#server/platform/db/compiled-statement.ts'
import { anonymousViewer, type Viewer } from '#server/platform/http/viewer.ts'
import { selectWatchableItems } from './content-queries.ts'
import { commentAccess } from './policy.ts'
import { selectSafetySetting } from '#server/safety-settings/safety-settings.ts'

export interface ItemCommentPolicy {
  /** The id of the item's creator. */
  ownerId: string
  permission: CommentPermission
  /** Whether the safety defaults of the creator's age band require suspicious comments to be held. */
  holdsSuspicious: boolean
  /** Whether the strict word lists apply, because an adult stranger is commenting on a minor's video. */
  usesStrictLists: boolean
}

/**
 * Returns whether and how the viewer may comment on an item. Throws `content_not_found` if the viewer may not
 * watch it.
 */
export async function loadCommentPolicy(
  viewer: Viewer,
  contentId: string,
  on: Db | Tx,
): Promise<ItemCommentPolicy> {
  const facts = await loadCommentFacts(viewer, contentId, on)
  if (!facts) throw new ApiError('content_not_found')
  const preset = config.safetyPreset
  const owner = { band: facts.band, commentsFrom: facts.comments_from, isPrivate: false, isHidden: false }
  const relationship = {
    isSelf: facts.is_self,
    follow: facts.follows ? ('approved' as const) : ('none' as const),
    isBlocked: false,
    isMuted: false,
  }
  const item = {
    ...watchableItemFacts,
    moderation: facts.moderation === 'limited' ? facts.moderation : 'approved',
  } as const
  const answer = commentAccess(policyAskerOf(viewer), relationship, owner, item, preset)
  return {
    ownerId: facts.user_id,
    permission: presentCommentAccess(viewer, answer, owner.commentsFrom),
    holdsSuspicious: defaultSettingValue('comments_held', owner.band, preset) !== 'nothing',
    usesStrictLists: answer === 'strict' || answer === 'held',
  }
}

/**
 * Returns the part of the comment policy that the API sends to the viewer. The result omits `strict`, which
 * would tell an adult that the creator is a minor.
 */
function presentCommentAccess(
  viewer: Viewer,
  answer: ReturnType<typeof commentAccess>,
  from: CommentAudience,
): CommentPermission {
  if (answer === 'no') return commentDenialReason(viewer, from)
  return answer === 'strict' ? 'yes' : answer
}

/**
 * Converts a viewer to the plain facts that the policy functions need. Anonymous visitors are treated as
 * members, so that the page can tell them what they could do after signing in.
 */
function policyAskerOf(viewer: Viewer): Parameters<typeof commentAccess>[0] {
  if (viewer.kind === 'anonymous')
    return { kind: 'member', band: '13-15', canSeeRated16: false, hasClaimedCase: false }
  const kind = viewer.role === 'user' ? 'member' : 'staff'
  return { kind, band: viewer.band, canSeeRated16: viewer.canSeeRated16, hasClaimedCase: false }
}

function commentDenialReason(viewer: Viewer, from: CommentAudience): CommentPermission {
  if (viewer.kind === 'member' && viewer.role !== 'user') return 'staff'
  return from === 'nobody' ? 'nobody' : 'followers'
}

type CommentAudience = Parameters<typeof commentAccess>[2]['commentsFrom']

/** Facts that are true for every item this viewer may watch. */
const watchableItemFacts = {
  isDeleted: false,
  visibility: 'public',
  isReady: true,
  rating: 'all',
} as const

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
      ageBand.as('band'),
      selectSafetySetting('comments_from', sql.ref('content.user_id'))
        .$castTo<CommentAudience>()
        .as('comments_from'),
      sql<boolean>`coalesce(content.user_id = ${id}, false)`.as('is_self'),
      sql<boolean>`exists (select from follows where follower_id = ${id}
        and followed_id = content.user_id and state = 'approved')`.as('follows'),
    ])
    .where('content.id', '=', contentId)
}
