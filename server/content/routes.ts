import * as contentImages from '#contract/content/content-images.ts'
import * as contract from '#contract/content/content.ts'
import * as ownContract from '#contract/content/own-content.ts'
import { contentEventsPath } from '#contract/live-updates.ts'
import * as coverFrames from '#contract/content/cover-frames.ts'
import { mountEndpoint, defineRawRoute } from '#server/platform/http/routes.ts'
import { requireActiveMember, requireMember } from '../platform/http/viewer.ts'
import { updateOwnContent } from './update-content.ts'
import { streamContentUpdates } from './content-live-updates.ts'
import { listVisibleContent, listRelatedContent } from './list-content.ts'
import { loadEmbedByPlaybackId, loadContentItem } from './get-content.ts'
import { listOwnContentItems, loadOwnContentItem } from './own-content.ts'
import { setCoverFromFrame, removeCoverImage, loadCoverFrames, uploadCoverImage } from './cover-images.ts'
import { deleteOwnContent } from './delete-content.ts'

export const contentRoutes = [
  mountEndpoint(contract.listContent, ({ viewer, query }) => listVisibleContent(viewer, query), {
    isReplicated: true,
  }),
  mountEndpoint(ownContract.listOwnContent, ({ viewer, query }) =>
    listOwnContentItems(requireMember(viewer), query),
  ),
  mountEndpoint(ownContract.getOwnContent, ({ viewer, params }) =>
    loadOwnContentItem(requireMember(viewer), params.id),
  ),
  mountEndpoint(contract.getContent, ({ viewer, params }) => loadContentItem(viewer, params.id)),
  mountEndpoint(contract.getEmbed, ({ viewer, params }) => loadEmbedByPlaybackId(viewer, params.playback_id)),
  mountEndpoint(contract.getRelatedContent, ({ viewer, params }) => listRelatedContent(viewer, params.id)),
  mountEndpoint(ownContract.updateContent, ({ viewer, params, body, request }) =>
    updateOwnContent(requireActiveMember(viewer), params.id, body, new URL(request.url).host),
  ),
  mountEndpoint(contentImages.putContentImage, ({ viewer, params, request }) =>
    uploadCoverImage(requireActiveMember(viewer), params, request),
  ),
  mountEndpoint(coverFrames.listCoverFrames, ({ viewer, params }) =>
    loadCoverFrames(requireMember(viewer), params.id),
  ),
  mountEndpoint(coverFrames.putCoverFrame, ({ viewer, params, body }) =>
    setCoverFromFrame(requireActiveMember(viewer), params.id, body.frame),
  ),
  mountEndpoint(contentImages.deleteContentImage, ({ viewer, params }) =>
    removeCoverImage(requireActiveMember(viewer), params.id, params.picture),
  ),
  mountEndpoint(ownContract.deleteContent, ({ viewer, params }) =>
    deleteOwnContent(requireMember(viewer), params.id),
  ),
  defineRawRoute(['GET'], contentEventsPath('{id}'), (c) =>
    streamContentUpdates(c.var.viewer, c.req.param('id') ?? '', c.req.raw, c.var.address),
  ),
]
