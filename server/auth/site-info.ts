import type { SiteInfo } from '#contract/site-info.ts'
import { config } from '#server/platform/config.ts'
import { getSiteMinimumAge } from './sign-up/age-gate.ts'

/** Returns the public constants of the site, which are the same for every visitor. */
export function getSiteInfo(): SiteInfo {
  return {
    name: config.siteName,
    url: config.publicUrl,
    contact: config.contactEmail,
    ...(config.ads && { ads: true as const }),
    social: { google: config.social.google !== undefined, apple: config.social.apple !== undefined },
    providers: config.signInProviders.map(({ id, name }) => ({ id, name })),
    mail: config.smtpUrl ? 'smtp' : 'local',
    min_age: getSiteMinimumAge(),
  }
}
