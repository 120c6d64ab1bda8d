import type { Visibility } from '#contract/content/content-types.ts'
import type { SafetySetting } from '#contract/safety/safety-settings.ts'

/**
 * Returns the creator's default visibility, which the upload form preselects. Returns '' if the creator
 * chooses the visibility for each upload.
 */
export function getDefaultVisibility(settings: SafetySetting[], isPrivate: boolean): Visibility | '' {
  const set = settings.find(({ setting }) => setting === 'upload_visibility')?.value as Visibility | 'ask'
  if (set === 'ask') return ''
  return set === 'public' && isPrivate ? 'followers' : set
}
