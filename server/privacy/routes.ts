import { getTransparencyReport } from '#contract/privacy/transparency-report.ts'
import * as contract from '#contract/privacy/data-export.ts'
import { mountEndpoint, defineRawRoute } from '#server/platform/http/routes.ts'
import { requireMember } from '#server/platform/http/viewer.ts'
import { requestOwnDataExport, loadOwnDataExport } from './data-export/request-export.ts'
import { serveDataExport } from './data-export/download-export.ts'
import { loadTransparencyReport } from './transparency-report.ts'

export const privacyRoutes = [
  mountEndpoint(contract.requestDataExport, ({ viewer }) => requestOwnDataExport(requireMember(viewer))),
  mountEndpoint(contract.getDataExport, ({ viewer }) => loadOwnDataExport(requireMember(viewer))),
  mountEndpoint(getTransparencyReport, () => loadTransparencyReport()),
  defineRawRoute(['GET'], contract.dataExportPath(':id'), async (c) =>
    serveDataExport(requireMember(c.var.viewer), c.req.param('id') ?? '', c.req.raw),
  ),
]
