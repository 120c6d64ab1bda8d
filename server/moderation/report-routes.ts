import { sendNotice } from '#contract/notices.ts'
import { getHelpLines, getReport, listReports, sendReport } from '#contract/reports.ts'
import { config } from '../platform/config.ts'
import { mount } from '../platform/http/mount.ts'
import { member } from '../platform/http/viewer.ts'
import { notice } from './notice.ts'
import { ownReports, reportBy } from './report-receipts.ts'
import { report } from './report.ts'

export const reportRoutes = [
  mount(sendReport, ({ viewer, body, address, request }) => report(viewer, body, originOf(address, request))),
  mount(listReports, ({ viewer, query }) => ownReports(member(viewer), query)),
  mount(getReport, ({ params }) => reportBy(params.receipt)),
  mount(sendNotice, ({ body, address }) => notice(body, address)),
  mount(getHelpLines, async () => ({ lines: config.helpLines })),
]

function originOf(address: string, request: Request) {
  return { address, browser: request.headers.get('user-agent') ?? '' }
}
