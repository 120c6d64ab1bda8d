import { deleteLike, putLike } from '#contract/likes.ts'
import { mount } from '../platform/http/mount.ts'
import { member } from '../platform/http/viewer.ts'
import { like, unlike } from './likes.ts'

export const likeRoutes = [
  mount(putLike, ({ viewer, params }) => like(member(viewer, 'sign_in_to_like'), params.id)),
  mount(deleteLike, ({ viewer, params }) => unlike(member(viewer, 'sign_in_to_like'), params.id)),
]
