import { readCookieConsent } from '#contract/privacy/cookies.ts'
import type { ContentDetail } from '#contract/content/content.ts'

/**
 * If the viewer has opted out of advertising (/cookies), removes the ads from the video data, so the page
 * does not receive the ad URL.
 */
export function removeAdsWithoutConsent(item: ContentDetail, { headers }: Request): ContentDetail {
  if (!item.ads || readCookieConsent(headers).advertising) return item
  const { ads: _, ...rest } = item
  return rest
}
