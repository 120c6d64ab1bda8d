import * as contract from '#contract/profiles.ts'
import * as safetyContract from '#contract/safety.ts'
import { mount, raw } from '../platform/http/mount.ts'
import { active, member } from '../platform/http/viewer.ts'
import { deleteAvatar, putAvatar, serveAvatar } from './avatar.ts'
import { changeProfile } from './change.ts'
import { ownProfile } from './own.ts'
import { chooseSafety, ownSafety, safety } from './safety.ts'
import { profileById, profileByName } from './profiles.ts'

export const profileRoutes = [
  mount(contract.getOwnProfile, ({ viewer }) => ownProfile(member(viewer))),
  mount(contract.updateProfile, ({ viewer, body }) => changeProfile(active(viewer), body)),
  mount(contract.putAvatar, ({ viewer, request }) => putAvatar(active(viewer), request)),
  mount(contract.deleteAvatar, ({ viewer }) => deleteAvatar(active(viewer))),
  mount(contract.getProfileById, ({ viewer, params }) => profileById(viewer, params.id)),
  mount(contract.getProfile, ({ viewer, params }) => profileByName(viewer, params.username)),
  mount(safetyContract.getSafety, safety),
  mount(safetyContract.getOwnSafety, ({ viewer }) => ownSafety(member(viewer))),
  mount(safetyContract.putSafety, ({ viewer, params, body }) =>
    chooseSafety(member(viewer), params.setting, body),
  ),
  raw(['GET'], '/avatars/:user/:name', (c) => serveAvatar(c.var.viewer, c.req.path, c.req.method)),
]
