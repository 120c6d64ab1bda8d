import type { SiteInfo } from '#contract/site-info.ts'
import { config } from '#server/platform/config.ts'
import { getContactEmail, getSetting } from '#server/platform/runtime-settings/runtime-settings.ts'
import { getSiteMinimumAge } from './sign-up/age-gate.ts'

/** Returns the public constants of the site, which are the same for every visitor. */
export function getSiteInfo(): SiteInfo {
  return {
    name: getSetting('site_name'),
    url: config.publicUrl,
    contact: getContactEmail(),
    ...(config.ads && { ads: true as const }),
    social: { google: config.social.google !== undefined, apple: config.social.apple !== undefined },
    mail: config.smtpUrl ? 'smtp' : 'local',
    min_age: getSiteMinimumAge(),
  }
}
