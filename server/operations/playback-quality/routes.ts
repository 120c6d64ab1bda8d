import * as contract from '#contract/playback-quality.ts'
import { requireAdmin } from '#server/moderation/staff/staff-viewer.ts'
import { mountEndpoint } from '#server/platform/http/routes.ts'
import { loadPlaybackQuality } from './load-playback-quality.ts'
import { recordPlaybackReport } from './record-playback-report.ts'

export const playbackQualityRoutes = [
  mountEndpoint(contract.addPlaybackReport, ({ viewer, body, address }) =>
    recordPlaybackReport(viewer, body, address),
  ),
  mountEndpoint(
    contract.getPlaybackQuality,
    ({ viewer, query }) => requireAdmin(viewer) && loadPlaybackQuality(query.days),
  ),
]
