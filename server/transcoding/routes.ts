import * as contract from '#contract/content/uploads.ts'
import { type Route, mountEndpoint } from '#server/platform/http/routes.ts'
import { loadOwnStreamStatus } from './stream-status.ts'
import { retryFailedTranscode } from './retry-failed-transcode.ts'

export const transcodingRoutes: Route[] = [
  mountEndpoint(contract.getProcessingStatus, ({ viewer, params }) =>
    loadOwnStreamStatus(viewer, params.streamId),
  ),
  mountEndpoint(contract.retryProcessing, ({ viewer, params }) =>
    retryFailedTranscode(viewer, params.streamId),
  ),
]
