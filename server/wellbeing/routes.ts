import * as contract from '#contract/wellbeing.ts'
import { mountEndpoint } from '#server/platform/http/routes.ts'
import { requireMember } from '../platform/http/viewer.ts'
import { loadPlaybackPreferences } from './playback-preferences.ts'
import { setUserTimeZone } from './user-time-zone.ts'
import { addWatchedSeconds, clearWatchTime, loadWatchTime } from './watch-time.ts'

export const wellbeingRoutes = [
  mountEndpoint(contract.putTimeZone, ({ viewer, body }) =>
    setUserTimeZone(requireMember(viewer), body.time_zone),
  ),
  mountEndpoint(contract.getPlaybackPreferences, ({ viewer }) =>
    loadPlaybackPreferences(requireMember(viewer)),
  ),
  // The last heartbeat of a page whose session has just ended is ignored, not rejected.
  mountEndpoint(contract.addWatchTime, async ({ viewer, body }) =>
    viewer.kind === 'member' ? addWatchedSeconds(viewer, body) : undefined,
  ),
  mountEndpoint(contract.getWatchTime, ({ viewer }) => loadWatchTime(requireMember(viewer))),
  mountEndpoint(contract.deleteWatchTime, ({ viewer }) => clearWatchTime(requireMember(viewer))),
]
