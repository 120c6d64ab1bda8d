import type { AdBreakConfig } from '#contract/content/ads.ts'
import type { OwnContent, updateContent } from '#contract/content/own-content.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { isAdult } from '../accounts/age.ts'
import { config } from '../platform/config.ts'
import type { Member, Viewer } from '../platform/http/viewer.ts'
import { canSeeAds, canMonetizeContent } from '#server/access-policy/ad-eligibility.ts'
import { selectWatchableItems } from '#server/access-policy/content-queries.ts'

type Changes = ParsedInputOf<typeof updateContent>['body']
interface Columns {
  vast_tag_url: string | null
  ad_breaks: number[]
  monetization_enabled: boolean
}

/**
 * Returns the ad tag and the ad breaks of an item, or `{}` if the viewer must not see ads. Ads are shown only
 * if the item's creator is an adult.
 */
export async function loadAdBreakConfig(viewer: Viewer, contentId: string): Promise<{ ads?: AdBreakConfig }> {
  if (!canSeeAds(viewer)) return {}
  const found = await selectWatchableItems(viewer)
    .innerJoin('private_details', 'private_details.user_id', 'content.user_id')
    .select(['vast_tag_url', 'ad_breaks'])
    .where('content.id', '=', contentId)
    .where('monetization_enabled', '=', true)
    .where(isAdult)
    .executeTakeFirst()
  if (!found?.vast_tag_url || found.ad_breaks.length === 0) return {}
  return { ads: { tag_url: found.vast_tag_url, breaks: found.ad_breaks } }
}

export function presentAdFieldsForOwner(
  viewer: Member,
  row: Columns,
): Partial<Pick<OwnContent, keyof Columns>> {
  if (!canMonetizeContent(viewer)) return {}
  const { vast_tag_url, ad_breaks, monetization_enabled } = row
  return { vast_tag_url, ad_breaks, monetization_enabled }
}

/**
 * Validates a change of the ad settings and returns the columns to update. Throws `ads_adults_only`,
 * `ad_tag_invalid` or `ad_breaks_invalid`.
 */
export function validateAdChanges(
  viewer: Member,
  { vast_tag_url, ad_breaks, monetization_enabled }: Changes,
  duration: number | null,
): Partial<Columns> {
  const given = [vast_tag_url, ad_breaks, monetization_enabled].some((value) => value !== undefined)
  if (!given) return {}
  if (!canMonetizeContent(viewer)) throw new ApiError('ads_adults_only')
  if (vast_tag_url && !isReachable(vast_tag_url)) throw new ApiError('ad_tag_invalid')
  if (ad_breaks?.some((at) => duration !== null && at >= duration)) throw new ApiError('ad_breaks_invalid')
  return {
    ...(vast_tag_url !== undefined && { vast_tag_url: vast_tag_url || null }),
    ...(ad_breaks && { ad_breaks }),
    ...(monetization_enabled !== undefined && { monetization_enabled }),
  }
}

/**
 * Returns whether players can load an ad tag. A tag with an `http:` URL (for example on localhost) works only
 * if the site itself runs locally.
 */
function isReachable(tag: string): boolean {
  return tag.startsWith('https:') || config.isLocal
}
