import { decideComment, deleteComment, listComments, postComment } from '#contract/comments.ts'
import { mount } from '../platform/http/mount.ts'
import { active } from '../platform/http/viewer.ts'
import { commentsOf, uncomment } from './comments.ts'
import { decide } from './decide.ts'
import { comment } from './post.ts'

export const commentRoutes = [
  mount(listComments, ({ viewer, params, query }) => commentsOf(viewer, params.id, query)),
  mount(postComment, ({ viewer, params, body }) => comment(active(viewer), params.id, body)),
  mount(decideComment, ({ viewer, params, body }) => decide(active(viewer), params.id, body.decision)),
  mount(deleteComment, ({ viewer, params }) => uncomment(active(viewer), params.id)),
]
