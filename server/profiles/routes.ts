import { getProfile, getProfileById } from '#contract/profiles.ts'
import { mount } from '../platform/http/mount.ts'
import { profileById, profileByName } from './profiles.ts'

export const profileRoutes = [
  mount(getProfileById, ({ viewer, params }) => profileById(viewer, params.id)),
  mount(getProfile, ({ viewer, params }) => profileByName(viewer, params.username)),
]
