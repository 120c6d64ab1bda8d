import * as contract from '#contract/auth/two-factor.ts'
import { mountEndpoint } from '#server/platform/http/routes.ts'
import { requireMember } from '#server/platform/http/viewer.ts'
import { loadCurrentUser } from '../current-user.ts'
import { loadViewerFromSetCookie } from '../load-viewer.ts'
import { completePendingSignIn, loadPendingSignInStatus } from './pending-sign-in.ts'
import {
  startTwoFactorSetup,
  regenerateRecoveryCodes,
  enableTwoFactor,
  disableTwoFactor,
  loadTwoFactorStatus,
} from './two-factor-settings.ts'

export const twoFactorRoutes = [
  mountEndpoint(contract.getTwoFactorStatus, ({ viewer }) => loadTwoFactorStatus(requireMember(viewer))),
  mountEndpoint(contract.beginTwoFactorSetup, ({ viewer, body }) =>
    startTwoFactorSetup(requireMember(viewer), body),
  ),
  mountEndpoint(contract.confirmTwoFactorSetup, ({ viewer, body }) =>
    enableTwoFactor(requireMember(viewer), body.code),
  ),
  mountEndpoint(contract.deleteTwoFactor, ({ viewer, body }) =>
    disableTwoFactor(requireMember(viewer), body),
  ),
  mountEndpoint(contract.createRecoveryCodes, ({ viewer, body }) =>
    regenerateRecoveryCodes(requireMember(viewer), body),
  ),
  mountEndpoint(contract.getPendingSignIn, ({ request }) => loadPendingSignInStatus(request.headers)),
  mountEndpoint(contract.signInWithCode, async ({ body, address, request, headers }) => {
    await completePendingSignIn(body.code, { address, headers: request.headers }, headers)
    return { me: await loadCurrentUser(await loadViewerFromSetCookie(headers)) }
  }),
]
