import * as contract from '#contract/content/uploads.ts'
import { type Route, mountEndpoint } from '#server/platform/http/routes.ts'
import { loadOwnStreamStatus, retryFailedTranscode } from './stream-status.ts'

export const transcodingRoutes: Route[] = [
  mountEndpoint(contract.getProcessingStatus, ({ viewer, params }) =>
    loadOwnStreamStatus(viewer, params.streamId),
  ),
  mountEndpoint(contract.retryProcessing, ({ viewer, params }) =>
    retryFailedTranscode(viewer, params.streamId),
  ),
]
