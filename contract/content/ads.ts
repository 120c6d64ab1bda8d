import { z } from 'zod'
import { isLoopbackHostname } from '../loopback-hostname.ts'
import { maxAdBreaks, adTagUrlMaxLength } from '../limits.ts'

/*
 * The ad features are off unless the operator sets ADS=on. While ads are off, the API does not accept, return
 * or document the fields and errors that are marked with `adsEnabledCondition`.
 */
export const adsEnabledCondition = { 'x-when': 'ADS=on' } as const

/** The URL of the VAST ad tag that the viewer's browser requests. The server never fetches the ad tag. */
export const vastTagUrlSchema = z
  .string('ad_tag_invalid')
  .trim()
  .max(adTagUrlMaxLength, 'ad_tag_invalid')
  .refine((url) => url === '' || isValidAdTagUrl(url), 'ad_tag_invalid')

/**
 * Whether a URL is allowed as an ad tag. The URL must use https and contain no username or password. Plain
 * http is allowed on localhost, so developers can test with a local ad server.
 */
export function isValidAdTagUrl(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname, username, password } = new URL(url)
  if (username || password) return false
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackHostname(hostname))
}

/** The latest position of an ad break: one week in seconds, which is longer than any video. */
const maxBreakSeconds = 7 * 24 * 3600

/** The positions of ad breaks in seconds from the start, sorted and without duplicates. */
export const adBreaksSchema = z
  .array(
    z.number('ad_breaks_invalid').min(0, 'ad_breaks_invalid').max(maxBreakSeconds, 'ad_breaks_invalid'),
    'ad_breaks_invalid',
  )
  .max(maxAdBreaks, 'ad_breaks_invalid')
  .transform((breaks) => [...new Set(breaks)].toSorted((one, other) => one - other))

/** The ad settings that a video's owner has chosen. */
export const adSettingsFields = {
  vast_tag_url: z.string().nullable().optional().meta(adsEnabledCondition),
  ad_breaks: z
    .array(z.number())
    .optional()
    .meta({ ...adsEnabledCondition, description: 'Ad breaks in seconds from the start of the video.' }),
  monetization_enabled: z.boolean().optional().meta(adsEnabledCondition),
}

export const adSettingsUpdateFields = {
  vast_tag_url: vastTagUrlSchema.nullable().optional().meta(adsEnabledCondition),
  ad_breaks: adBreaksSchema.optional().meta({
    ...adsEnabledCondition,
    description: 'At most 20 ad breaks, in seconds from the start of the video.',
  }),
  monetization_enabled: z.boolean().optional().meta(adsEnabledCondition),
}

/**
 * The data that the player needs to show ads. This data is omitted from responses to viewers who are not
 * shown ads.
 */
export const AdBreakConfig = z.object({ tag_url: z.string(), breaks: z.array(z.number()) })
export type AdBreakConfig = z.output<typeof AdBreakConfig>
