import {
  putCommentDecision,
  deleteComment,
  editComment,
  listComments,
  postComment,
} from '#contract/engagement/comments.ts'
import { mountEndpoint } from '#server/platform/http/routes.ts'
import { requireActiveMember } from '../platform/http/viewer.ts'
import { listVisibleComments, deleteOwnComment } from './comments.ts'
import { reviewHeldComment } from './held-comments.ts'
import { createComment } from './create-comment.ts'
import { editOwnComment } from './edit-comment.ts'

export const commentRoutes = [
  mountEndpoint(listComments, ({ viewer, params, query }) => listVisibleComments(viewer, params.id, query)),
  mountEndpoint(postComment, ({ viewer, params, body }) =>
    createComment(requireActiveMember(viewer), params.id, body),
  ),
  mountEndpoint(editComment, ({ viewer, params, body }) =>
    editOwnComment(requireActiveMember(viewer), params.id, body),
  ),
  mountEndpoint(putCommentDecision, ({ viewer, params, body }) =>
    reviewHeldComment(requireActiveMember(viewer), params.id, body.decision),
  ),
  mountEndpoint(deleteComment, ({ viewer, params }) =>
    deleteOwnComment(requireActiveMember(viewer), params.id),
  ),
]
