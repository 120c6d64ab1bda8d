import * as contract from '#contract/admin/content.ts'
import { openCaseAboutItem } from '#server/moderation/cases/open-case-about-item.ts'
import { mountEndpoint } from '#server/platform/http/routes.ts'
import { requireConsoleViewer } from '../console-viewer.ts'
import { listConsoleContent } from './list-console-content.ts'
import { reprocessContent } from './reprocess-content.ts'

export const consoleContentRoutes = [
  mountEndpoint(contract.listConsoleContent, ({ viewer, query }) =>
    listConsoleContent(requireConsoleViewer(viewer), query),
  ),
  mountEndpoint(contract.reprocessContent, ({ viewer, params }) =>
    reprocessContent(requireConsoleViewer(viewer), params.id),
  ),
  mountEndpoint(contract.openCaseAboutContent, ({ viewer, params }) =>
    openCaseAboutItem(requireConsoleViewer(viewer), params.id),
  ),
]
