import * as contract from '#contract/people/profiles.ts'
import * as safetyContract from '#contract/safety/safety-settings.ts'
import { mountEndpoint, defineRawRoute } from '#server/platform/http/routes.ts'
import { requireActiveMember, requireMember } from '../platform/http/viewer.ts'
import { removeAvatar, uploadAvatar, serveAvatar } from './avatar.ts'
import { updateOwnProfile } from './update-profile.ts'
import { loadOwnProfile } from './own-profile.ts'
import { updateOwnSafetySetting, loadOwnSafetySettings, listSafetyDefaults } from './own-safety-settings.ts'
import { loadProfileById, loadProfileByUsername } from './profiles.ts'

export const profileRoutes = [
  mountEndpoint(contract.getOwnProfile, ({ viewer }) => loadOwnProfile(requireMember(viewer))),
  mountEndpoint(contract.updateProfile, ({ viewer, body }) =>
    updateOwnProfile(requireActiveMember(viewer), body),
  ),
  mountEndpoint(contract.putAvatar, ({ viewer, request }) =>
    uploadAvatar(requireActiveMember(viewer), request),
  ),
  mountEndpoint(contract.deleteAvatar, ({ viewer }) => removeAvatar(requireActiveMember(viewer))),
  mountEndpoint(contract.getProfileById, ({ viewer, params }) => loadProfileById(viewer, params.id)),
  mountEndpoint(contract.getProfile, ({ viewer, params }) => loadProfileByUsername(viewer, params.username)),
  mountEndpoint(safetyContract.getSafetyDefaults, listSafetyDefaults),
  mountEndpoint(safetyContract.getSafetySettings, ({ viewer }) =>
    loadOwnSafetySettings(requireMember(viewer)),
  ),
  mountEndpoint(safetyContract.putSafetySetting, ({ viewer, params, body }) =>
    updateOwnSafetySetting(requireMember(viewer), params.setting, body),
  ),
  defineRawRoute(['GET'], '/avatars/:user/:name', (c) => serveAvatar(c.var.viewer, c.req.path, c.req.method)),
]
