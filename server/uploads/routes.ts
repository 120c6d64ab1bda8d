import * as contract from '#contract/content/uploads.ts'
import * as replacements from '#contract/content/replacements.ts'
import { type Route, mountEndpoint, defineRawRoute } from '#server/platform/http/routes.ts'
import { requireActiveMember, requireMember } from '../platform/http/viewer.ts'
import { createUploadDraft } from './create-upload.ts'
import { loadUploadState } from './own-upload.ts'
import { receiveUpload } from './receive-upload.ts'
import { createVideoReplacement } from './replacements/create-replacement.ts'
import { cancelOwnReplacement } from './replacements/end-replacement.ts'

export const uploadRoutes: Route[] = [
  mountEndpoint(contract.createUpload, ({ viewer, body }) =>
    createUploadDraft(requireActiveMember(viewer), body),
  ),
  mountEndpoint(contract.getUpload, ({ viewer, params }) => loadUploadState(viewer, params.id)),
  mountEndpoint(replacements.createReplacement, ({ viewer, params, body }) =>
    createVideoReplacement(requireActiveMember(viewer), params.id, body),
  ),
  mountEndpoint(replacements.deleteReplacement, ({ viewer, params }) =>
    cancelOwnReplacement(requireMember(viewer), params.id),
  ),
  // GET is included because the router passes HEAD requests to GET routes.
  defineRawRoute(['GET', 'PATCH', 'POST', 'DELETE', 'OPTIONS'], '/api/uploads/{id}', receiveUpload),
]
