import * as featured from '#contract/moderation/featured-content.ts'
import { getCaseTranscript } from '#contract/moderation/case-transcripts.ts'
import * as contract from '#contract/moderation/moderation-cases.ts'
import * as floods from '#contract/moderation/report-floods.ts'
import * as notices from '#contract/moderation/unmatched-notices.ts'
import * as own from '#contract/moderation/statements-of-reasons.ts'
import { stopBroadcast } from '#contract/broadcasts/broadcasts.ts'
import { mountEndpoint } from '#server/platform/http/routes.ts'
import { requireMember } from '../platform/http/viewer.ts'
import { performCaseAction } from './decisions/case-actions.ts'
import { submitAppeal } from './appeals/submit-appeal.ts'
import { loadCaseTranscript } from './cases/case-transcript.ts'
import { loadModerationCase } from './cases/load-case.ts'
import { claimModerationCase, releaseCaseClaim } from './cases/claim-case.ts'
import { decideOpenAppeal } from './appeals/decide-appeal.ts'
import { dismissReportFlood } from './report-floods/dismiss-report-flood.ts'
import { listDistinctReportsInFlood, listReportFloods } from './report-floods/list-report-floods.ts'
import { setContentFeatured } from './featured-content.ts'
import {
  closeUnmatchedNotice,
  loadUnmatchedNotices,
  matchNoticeToContent,
} from './notices/unmatched-notices.ts'
import { listCaseQueue } from './cases/case-queue.ts'
import { requireStaff } from './staff/staff-viewer.ts'
import { stopMemberBroadcast } from './stop-broadcast.ts'
import { loadOwnStatementOfReasons, listOwnStatementsOfReasons } from './decisions/statements-of-reasons.ts'

export const moderationRoutes = [
  mountEndpoint(own.listStatementsOfReasons, ({ viewer }) =>
    listOwnStatementsOfReasons(requireMember(viewer)),
  ),
  mountEndpoint(own.getStatementOfReasons, ({ viewer, params }) =>
    loadOwnStatementOfReasons(requireMember(viewer), params.id),
  ),
  mountEndpoint(own.submitAppeal, ({ viewer, params, body }) =>
    submitAppeal(requireMember(viewer), params.id, body.words),
  ),
  mountEndpoint(contract.listCases, ({ viewer, query }) => listCaseQueue(requireStaff(viewer), query)),
  mountEndpoint(contract.getCase, ({ viewer, params }) =>
    loadModerationCase(requireStaff(viewer), params.id),
  ),
  mountEndpoint(getCaseTranscript, ({ viewer, params, query }) =>
    loadCaseTranscript(requireStaff(viewer), params.id, query.caption_id),
  ),
  mountEndpoint(contract.claimCase, ({ viewer, params }) =>
    claimModerationCase(requireStaff(viewer), params.id),
  ),
  mountEndpoint(contract.unclaimCase, ({ viewer, params }) =>
    releaseCaseClaim(requireStaff(viewer), params.id),
  ),
  mountEndpoint(contract.postCaseAction, ({ viewer, params, body }) =>
    performCaseAction(requireStaff(viewer), params.id, body),
  ),
  mountEndpoint(featured.featureContent, ({ viewer, params }) =>
    setContentFeatured(requireStaff(viewer), params.id, true),
  ),
  mountEndpoint(featured.unfeatureContent, ({ viewer, params }) =>
    setContentFeatured(requireStaff(viewer), params.id, false),
  ),
  mountEndpoint(stopBroadcast, ({ viewer, params, body }) =>
    stopMemberBroadcast(requireStaff(viewer), params.id, body.reason),
  ),
  mountEndpoint(floods.listFloods, ({ viewer, query }) => listReportFloods(requireStaff(viewer), query)),
  mountEndpoint(floods.listDistinctReports, ({ viewer, params, query }) =>
    listDistinctReportsInFlood(requireStaff(viewer), params.key, query),
  ),
  mountEndpoint(floods.dismissFlood, ({ viewer, params, body }) =>
    dismissReportFlood(requireStaff(viewer), params.key, body.claims),
  ),
  mountEndpoint(notices.listUnmatchedNotices, ({ viewer }) => requireStaff(viewer) && loadUnmatchedNotices()),
  mountEndpoint(notices.putNoticeMatch, ({ viewer, params, body }) =>
    matchNoticeToContent(requireStaff(viewer), params.id, body.address),
  ),
  mountEndpoint(notices.closeNoticeAsNotFound, ({ viewer, params }) =>
    closeUnmatchedNotice(requireStaff(viewer), params.id),
  ),
  mountEndpoint(contract.decideAppeal, ({ viewer, params, body }) =>
    decideOpenAppeal(requireStaff(viewer), params.id, body),
  ),
]
