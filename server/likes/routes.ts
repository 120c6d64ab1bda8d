import { deleteLike, putLike } from '#contract/likes.ts'
import { mount } from '../platform/http/mount.ts'
import { active } from '../platform/http/viewer.ts'
import { like, unlike } from './likes.ts'

export const likeRoutes = [
  mount(putLike, ({ viewer, params }) => like(active(viewer, 'sign_in_to_like'), params.id)),
  mount(deleteLike, ({ viewer, params }) => unlike(active(viewer, 'sign_in_to_like'), params.id)),
]
