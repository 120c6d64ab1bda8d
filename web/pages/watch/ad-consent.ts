import { cookieConsentOfRequest } from '#contract/privacy/cookie-consent.ts'
import type { ContentDetail } from '#contract/content/content.ts'

/** After an opt-out from advertising, no ad is fetched: the page does not even receive the URL (/cookies). */
export function applyAdConsent(item: ContentDetail, { headers }: Request): ContentDetail {
  if (!item.ads || cookieConsentOfRequest(headers).advertising) return item
  const { ads: _, ...rest } = item
  return rest
}
