import * as drafts from '#contract/captions/caption-drafts.ts'
import * as offers from '#contract/content/captions/embedded-captions.ts'
import { checkCaptionFile } from '#contract/content/captions/caption-checks.ts'
import * as contract from '#contract/content/captions.ts'
import { getTranscript } from '#contract/content/captions/transcripts.ts'
import { type Route, mountEndpoint, defineRawRoute } from '#server/platform/http/routes.ts'
import { requireActiveMember, requireMember } from '../platform/http/viewer.ts'
import { checkOwnCaptionFile } from './check-caption-file.ts'
import { serveCaptionDownload } from './download-captions.ts'
import {
  listOwnCaptionDrafts,
  loadOwnCaptionDraft,
  removeCaptionDraft,
  saveDraft,
} from './drafts/own-caption-drafts.ts'
import { publishOwnCaptionDraft } from './drafts/publish-caption-draft.ts'
import { listContentCaptions } from './list-captions.ts'
import {
  acceptOwnEmbeddedCaptions,
  deleteOwnEmbeddedCaptions,
  downloadOwnEmbeddedCaptions,
  listOwnEmbeddedCaptions,
} from './embedded-captions/own-embedded-captions.ts'
import { addCaptions, changeCaptionTrack, removeCaptions, replaceCaptions } from './own-captions.ts'
import { loadTranscript } from './transcripts.ts'

export const captionRoutes: Route[] = [
  mountEndpoint(contract.listCaptions, ({ viewer, params }) => listContentCaptions(viewer, params.id)),
  mountEndpoint(contract.createCaptions, ({ viewer, params, query, request }) =>
    addCaptions(requireActiveMember(viewer), params.id, query, request),
  ),
  mountEndpoint(checkCaptionFile, ({ viewer, query, request }) =>
    checkOwnCaptionFile(requireActiveMember(viewer), query, request),
  ),
  mountEndpoint(contract.replaceCaptionFile, ({ viewer, params, query, request }) =>
    replaceCaptions(requireActiveMember(viewer), params, query, request),
  ),
  mountEndpoint(contract.updateCaptions, ({ viewer, params, body }) =>
    changeCaptionTrack(requireActiveMember(viewer), params, body),
  ),
  mountEndpoint(contract.deleteCaptions, ({ viewer, params }) =>
    removeCaptions(requireMember(viewer), params),
  ),
  mountEndpoint(getTranscript, ({ viewer, params }) => loadTranscript(viewer, params)),
  defineRawRoute(['GET'], contract.captionDownloadPath, (c) =>
    serveCaptionDownload(
      c.var.viewer,
      { id: c.req.param('id') ?? '', captionId: c.req.param('caption_id') ?? '' },
      new URL(c.req.url),
    ),
  ),
  mountEndpoint(drafts.listCaptionDrafts, ({ viewer, params }) =>
    listOwnCaptionDrafts(requireMember(viewer), params.id),
  ),
  mountEndpoint(drafts.getCaptionDraft, ({ viewer, params, query }) =>
    loadOwnCaptionDraft(requireMember(viewer), { ...params, ...query }),
  ),
  mountEndpoint(drafts.saveCaptionDraft, ({ viewer, params, query, request }) =>
    saveDraft(requireActiveMember(viewer), { ...params, ...query }, request),
  ),
  mountEndpoint(drafts.publishCaptionDraft, ({ viewer, params, query, body }) =>
    publishOwnCaptionDraft(requireActiveMember(viewer), { ...params, ...query }, body),
  ),
  mountEndpoint(drafts.deleteCaptionDraft, ({ viewer, params, query }) =>
    removeCaptionDraft(requireMember(viewer), { ...params, ...query }),
  ),
  mountEndpoint(offers.listEmbeddedCaptions, ({ viewer, params }) =>
    listOwnEmbeddedCaptions(requireMember(viewer), params.id),
  ),
  mountEndpoint(offers.acceptEmbeddedCaptions, ({ viewer, params, body }) =>
    acceptOwnEmbeddedCaptions(requireActiveMember(viewer), params, body),
  ),
  mountEndpoint(offers.deleteEmbeddedCaptions, ({ viewer, params }) =>
    deleteOwnEmbeddedCaptions(requireMember(viewer), params),
  ),
  defineRawRoute(['GET'], offers.embeddedCaptionsDownloadPath, (c) =>
    downloadOwnEmbeddedCaptions(requireMember(c.var.viewer), {
      id: c.req.param('id') ?? '',
      offer_id: c.req.param('offer_id') ?? '',
    }),
  ),
]
