import * as contract from '#contract/invitations/invitations.ts'
import { mountEndpoint } from '#server/platform/http/routes.ts'
import { requireConsoleViewer } from '../console-viewer.ts'
import { createInvitationLink, listInvitationPage, revokeInvitationById } from './manage-invitations.ts'

export const invitationRoutes = [
  mountEndpoint(
    contract.listInvitations,
    ({ viewer, query }) => requireConsoleViewer(viewer) && listInvitationPage(query),
  ),
  mountEndpoint(contract.createInvitation, ({ viewer, body }) =>
    createInvitationLink(requireConsoleViewer(viewer), body),
  ),
  mountEndpoint(contract.revokeInvitation, ({ viewer, params }) =>
    revokeInvitationById(requireConsoleViewer(viewer), params.id),
  ),
]
