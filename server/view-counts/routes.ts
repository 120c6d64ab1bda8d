import * as contract from '#contract/engagement/views.ts'
import { mountEndpoint } from '#server/platform/http/routes.ts'
import { requireMember } from '#server/platform/http/viewer.ts'
import { recordView, loadOwnViewCounts } from './view-counts.ts'
import { recordWatchSummary } from './watch-summaries.ts'

export const viewCountRoutes = [
  mountEndpoint(contract.addVideoView, ({ viewer, params, address, request }) =>
    recordView(viewer, params.id, { address, agent: request.headers.get('user-agent') ?? '' }),
  ),
  mountEndpoint(contract.addWatchSummary, ({ viewer, params, body, address }) =>
    recordWatchSummary(viewer, params.id, body, address),
  ),
  mountEndpoint(contract.getOwnViewCounts, ({ viewer }) => loadOwnViewCounts(requireMember(viewer))),
]
