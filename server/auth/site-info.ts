import type { SiteInfo } from '#contract/site-info.ts'
import { config } from '#server/platform/config.ts'
import { getContactEmail, getSetting } from '#server/platform/runtime-settings/runtime-settings.ts'
import { hashToken } from './random-token.ts'
import { getSiteMinimumAge } from './sign-up/age-gate.ts'

/** Returns the public constants of the site, which are the same for every visitor. */
export function getSiteInfo(): SiteInfo {
  return {
    name: getSetting('site_name'),
    url: config.publicUrl,
    contact: getContactEmail(),
    ...(config.ads && { ads: true as const }),
    social: { google: config.social.google !== undefined, apple: config.social.apple !== undefined },
    providers: config.signInProviders.map(({ id, name }) => ({ id, name })),
    mail: config.smtpUrl ? 'smtp' : 'local',
    registration: getSetting('registration'),
    announcement: getCurrentAnnouncement(),
    min_age: getSiteMinimumAge(),
  }
}

/** Returns the announcement if its start has passed and its end has not. */
function getCurrentAnnouncement(now = Date.now()): SiteInfo['announcement'] {
  const announcement = getSetting('announcement')
  if (!announcement) return null
  const { text, level, from, until } = announcement
  if ((from && Date.parse(from) > now) || (until && Date.parse(until) <= now)) return null
  const id = hashToken(`${level} ${text}`).slice(0, 12)
  return { id, text, level }
}
