import { config } from '#server/platform/config.ts'
import type { Member, Viewer } from '#server/platform/http/viewer.ts'

/** Returns whether this viewer may be shown ads. Viewers under 18 or of unknown age are never shown ads. */
export function canSeeAds(viewer: Viewer): viewer is Member {
  return config.ads && viewer.kind === 'member' && viewer.isAdult
}

/**
 * Returns whether this member's content may carry ads. Minors cannot enter into a contract with an ad
 * network.
 */
export function canMonetizeContent(viewer: Member): boolean {
  return config.ads && viewer.isAdult
}
