import { cancelAccountDeletion as declared } from '#contract/accounts/account-deletion.ts'
import { mountEndpoint } from '#server/platform/http/routes.ts'
import { requireMember } from '#server/platform/http/viewer.ts'
import { cancelScheduledDeletion } from './schedule-deletion.ts'

export const accountDeletionRoutes = [
  mountEndpoint(declared, ({ viewer }) => cancelScheduledDeletion(requireMember(viewer))),
]
