import { listAuditLog as listAuditLogEndpoint } from '#contract/admin/audit-log.ts'
import { getSiteOverview } from '#contract/admin/overview.ts'
import * as people from '#contract/admin/people.ts'
import { requireAdmin } from '#server/moderation/staff/staff-viewer.ts'
import { mountEndpoint } from '#server/platform/http/routes.ts'
import { listAuditLog } from './audit-log/list-audit-log.ts'
import { requireConsoleViewer } from './console-viewer.ts'
import { invitationRoutes } from './invitations/routes.ts'
import { settingsRoutes } from './settings/routes.ts'
import { loadSiteOverview } from './overview.ts'
import { changePersonRole, resetPersonSecondFactor } from './people/change-role.ts'
import { viewPerson } from './people/load-person.ts'
import { sanctionPerson } from './people/sanction-person.ts'
import { searchPeople } from './people/search-people.ts'

export const adminRoutes = [
  mountEndpoint(getSiteOverview, ({ viewer }) => loadSiteOverview(requireConsoleViewer(viewer))),
  mountEndpoint(people.searchPeople, ({ viewer, body }) =>
    searchPeople(requireConsoleViewer(viewer), body.q),
  ),
  mountEndpoint(people.getPerson, ({ viewer, params }) =>
    viewPerson(requireConsoleViewer(viewer), params.id),
  ),
  mountEndpoint(people.postSanction, ({ viewer, params, body }) =>
    sanctionPerson(requireConsoleViewer(viewer), params.id, body),
  ),
  mountEndpoint(people.putRole, ({ viewer, params, body }) =>
    changePersonRole(requireAdmin(viewer), params.id, body.role),
  ),
  mountEndpoint(people.resetSecondFactor, ({ viewer, params }) =>
    resetPersonSecondFactor(requireAdmin(viewer), params.id),
  ),
  mountEndpoint(
    listAuditLogEndpoint,
    ({ viewer, query }) => requireConsoleViewer(viewer) && listAuditLog(query),
  ),
  ...settingsRoutes,
  ...invitationRoutes,
]
