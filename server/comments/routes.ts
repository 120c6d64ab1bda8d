import {
  putCommentDecision,
  deleteComment,
  editComment,
  listComments,
  listReplies,
  postComment,
} from '#contract/engagement/comments.ts'
import {
  heartComment,
  likeComment,
  pinComment,
  unheartComment,
  unlikeComment,
  unpinComment,
} from '#contract/engagement/comment-reactions.ts'
import { getMentionSuggestions } from '#contract/engagement/mentions.ts'
import { mountEndpoint } from '#server/platform/http/routes.ts'
import { requireActiveMember } from '../platform/http/viewer.ts'
import { setCommentLike } from './comment-likes.ts'
import { setCommentHeart, setCommentPinned } from './creator-reactions.ts'
import { deleteOwnComment } from './delete-comment.ts'
import { listVisibleComments } from './list-comments.ts'
import { listVisibleReplies } from './list-replies.ts'
import { applyCommentApprovalDecision } from './comment-approval.ts'
import { suggestMentions } from './mention-suggestions.ts'
import { createComment } from './create-comment.ts'
import { editOwnComment } from './edit-comment.ts'

export const commentRoutes = [
  mountEndpoint(listComments, ({ viewer, params, query }) => listVisibleComments(viewer, params.id, query)),
  mountEndpoint(listReplies, ({ viewer, params, query }) => listVisibleReplies(viewer, params.id, query)),
  mountEndpoint(postComment, ({ viewer, params, body }) =>
    createComment(requireActiveMember(viewer), params.id, body),
  ),
  mountEndpoint(getMentionSuggestions, ({ viewer, params, query }) =>
    suggestMentions(requireActiveMember(viewer), params.id, query),
  ),
  mountEndpoint(editComment, ({ viewer, params, body }) =>
    editOwnComment(requireActiveMember(viewer), params.id, body),
  ),
  mountEndpoint(putCommentDecision, ({ viewer, params, body }) =>
    applyCommentApprovalDecision(requireActiveMember(viewer), params.id, body.decision),
  ),
  mountEndpoint(deleteComment, ({ viewer, params }) =>
    deleteOwnComment(requireActiveMember(viewer), params.id),
  ),
  mountEndpoint(likeComment, ({ viewer, params }) =>
    setCommentLike(requireActiveMember(viewer, 'sign_in_to_like'), params.id, true),
  ),
  mountEndpoint(unlikeComment, ({ viewer, params }) =>
    setCommentLike(requireActiveMember(viewer, 'sign_in_to_like'), params.id, false),
  ),
  mountEndpoint(pinComment, ({ viewer, params }) =>
    setCommentPinned(requireActiveMember(viewer), params.id, true),
  ),
  mountEndpoint(unpinComment, ({ viewer, params }) =>
    setCommentPinned(requireActiveMember(viewer), params.id, false),
  ),
  mountEndpoint(heartComment, ({ viewer, params }) =>
    setCommentHeart(requireActiveMember(viewer), params.id, true),
  ),
  mountEndpoint(unheartComment, ({ viewer, params }) =>
    setCommentHeart(requireActiveMember(viewer), params.id, false),
  ),
]
