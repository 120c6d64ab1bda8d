import { z } from 'zod'
import { announcementLevels, registrationModes } from './settings/setting-choices.ts'
import { adsEnabledCondition } from './content/ads.ts'

/** Public information about the site, which is the same for every visitor. */
export const SiteInfo = z.object({
  name: z.string(),
  url: z.string(),
  contact: z.string(),
  ads: z.literal(true).optional().meta(adsEnabledCondition),
  social: z.object({ google: z.boolean(), apple: z.boolean() }),
  providers: z.array(z.object({ id: z.string(), name: z.string() })).meta({
    description: 'The other providers to sign in with, such as the sign-in of a school.',
  }),
  mail: z.enum(['smtp', 'local']),
  registration: z.enum(registrationModes).meta({
    description: 'Whether everyone can create an account, only people with an invitation, or no one.',
  }),
  announcement: z
    .object({
      id: z.string().meta({ description: 'Changes with the text, so that a new text is shown again.' }),
      text: z.string(),
      level: z.enum(announcementLevels),
    })
    .nullable()
    .meta({ description: 'The message to show on every page now, if any.' }),
  min_age: z.int().meta({ description: 'The minimum age for joining today.' }),
})

export type SiteInfo = z.output<typeof SiteInfo>
