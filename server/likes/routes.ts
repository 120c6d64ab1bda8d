import { deleteLike, putLike } from '#contract/engagement/likes.ts'
import { mountEndpoint } from '#server/platform/http/routes.ts'
import { requireActiveMember } from '../platform/http/viewer.ts'
import { likeContent, unlikeContent } from './likes.ts'

export const contentLikeRoutes = [
  mountEndpoint(putLike, ({ viewer, params }) =>
    likeContent(requireActiveMember(viewer, 'sign_in_to_like'), params.id),
  ),
  mountEndpoint(deleteLike, ({ viewer, params }) =>
    unlikeContent(requireActiveMember(viewer, 'sign_in_to_like'), params.id),
  ),
]
