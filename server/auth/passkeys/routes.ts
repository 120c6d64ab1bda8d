import * as contract from '#contract/auth/passkeys.ts'
import { mountEndpoint } from '#server/platform/http/routes.ts'
import { requireMember } from '#server/platform/http/viewer.ts'
import { loadCurrentUser } from '../current-user.ts'
import { loadViewerFromSetCookie } from '../load-viewer.ts'
import { registerPasskey, startPasskeyRegistration } from './add-passkey.ts'
import { listOwnPasskeys, removeOwnPasskey, renameOwnPasskey } from './own-passkeys.ts'
import { startPasskeyAuthentication, authenticateWithPasskey } from './passkey-sign-in.ts'

export const passkeyRoutes = [
  mountEndpoint(contract.listPasskeys, ({ viewer }) => listOwnPasskeys(requireMember(viewer))),
  mountEndpoint(contract.beginPasskeyRegistration, ({ viewer, body, headers }) =>
    startPasskeyRegistration(requireMember(viewer), body, headers),
  ),
  mountEndpoint(contract.addPasskey, ({ viewer, body, request, headers }) =>
    registerPasskey(requireMember(viewer), body, request.headers, headers),
  ),
  mountEndpoint(contract.renamePasskey, ({ viewer, params, body }) =>
    renameOwnPasskey(requireMember(viewer), params.id, body.name),
  ),
  mountEndpoint(contract.removePasskey, ({ viewer, params, body }) =>
    removeOwnPasskey(requireMember(viewer), params.id, body),
  ),
  mountEndpoint(contract.beginPasskeySignIn, ({ address, headers }) =>
    startPasskeyAuthentication(address, headers),
  ),
  mountEndpoint(contract.signInWithPasskey, async ({ body, address, request, headers }) => {
    await authenticateWithPasskey(body, { address, headers: request.headers }, headers)
    return { me: await loadCurrentUser(await loadViewerFromSetCookie(headers)) }
  }),
]
