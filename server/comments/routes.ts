import { deleteComment, listComments, postComment } from '#contract/comments.ts'
import { mount } from '../platform/http/mount.ts'
import { active } from '../platform/http/viewer.ts'
import { comment, commentsOf, uncomment } from './comments.ts'

export const commentRoutes = [
  mount(listComments, ({ viewer, params, query }) => commentsOf(viewer, params.id, query)),
  mount(postComment, ({ viewer, params, body }) => comment(active(viewer), params.id, body.body)),
  mount(deleteComment, ({ viewer, params }) => uncomment(active(viewer), params.id)),
]
