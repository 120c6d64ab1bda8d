import { readCookieConsent } from '#contract/privacy/cookie-consent.ts'
import type { ContentDetail } from '#contract/content/content.ts'

/**
 * Removes the ads of an item after an opt-out from advertising (/cookies), so the page does not receive the
 * ad URL.
 */
export function applyAdConsent(item: ContentDetail, { headers }: Request): ContentDetail {
  if (!item.ads || readCookieConsent(headers).advertising) return item
  const { ads: _, ...rest } = item
  return rest
}
