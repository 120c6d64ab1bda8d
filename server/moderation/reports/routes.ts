import { submitIntimateImageNotice } from '#contract/moderation/intimate-image-notices.ts'
import { getHelplines, getReport, listReports, sendReport } from '#contract/moderation/reports.ts'
import { mountEndpoint } from '#server/platform/http/routes.ts'
import { requireMember } from '#server/platform/http/viewer.ts'
import { submitNotice } from '../notices/submit-notice.ts'
import { listHelplines } from './helplines.ts'
import { listOwnReports, loadReportByReceipt } from './own-reports.ts'
import { createReport } from './submit-report.ts'

export const moderationReportRoutes = [
  mountEndpoint(sendReport, ({ viewer, body, address, request }) =>
    createReport(viewer, body, reportOriginOf(address, request)),
  ),
  mountEndpoint(listReports, ({ viewer, query }) => listOwnReports(requireMember(viewer), query)),
  mountEndpoint(getReport, ({ params }) => loadReportByReceipt(params.receipt)),
  mountEndpoint(submitIntimateImageNotice, ({ body, address }) => submitNotice(body, address)),
  mountEndpoint(getHelplines, async () => ({ lines: listHelplines() })),
]

function reportOriginOf(address: string, request: Request) {
  return { address, browser: request.headers.get('user-agent') ?? '' }
}
