import { config } from '#server/platform/config.ts'
import type { Member, Viewer } from '#server/platform/http/viewer.ts'

/** May this viewer be shown ads? Never anybody under 18, and never anybody whose age is unknown. */
export function canSeeAds(viewer: Viewer): viewer is Member {
  return config.ads && viewer.kind === 'member' && viewer.isAdult
}

/** May this member have ads on what they made? A minor is no partner in a contract with an ad network. */
export function canMonetizeContent(viewer: Member): boolean {
  return config.ads && viewer.isAdult
}
