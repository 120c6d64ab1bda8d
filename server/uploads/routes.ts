import * as contract from '#contract/content/uploads.ts'
import { type Route, mountEndpoint, rawRoute } from '#server/platform/http/routes.ts'
import { requireActiveMember } from '../platform/http/viewer.ts'
import { createUploadDraft } from './create-upload.ts'
import { loadUploadState } from './own-upload.ts'
import { receiveUpload } from './receive-upload.ts'

export const uploadRoutes: Route[] = [
  mountEndpoint(contract.createUpload, ({ viewer, body }) =>
    createUploadDraft(requireActiveMember(viewer), body),
  ),
  mountEndpoint(contract.getUpload, ({ viewer, params }) => loadUploadState(viewer, params.id)),
  // GET is included because the router passes HEAD requests to GET routes.
  rawRoute(['GET', 'PATCH', 'POST', 'DELETE', 'OPTIONS'], '/api/uploads/{id}', receiveUpload),
]
