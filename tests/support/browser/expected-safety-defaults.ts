/*
 * The expected defaults by preset and age, in the wording that the pages show. The rows use the wording of
 * the Safety Center and are in the same order as contract/safety/safety-defaults.ts. If the Safety Center has
 * no row for a setting, the expected text is the wording of another page that shows the default.
 */
type Case = `${'standard' | 'strict'} ${13 | 19}`

const at13 = {
  profile: 'Public',
  public_name: 'Always the username',
  upload_visibility: 'Everyone',
  comments_from: 'Everyone',
  comments_held: 'Suspicious comments',
  mentions_from: 'People you follow',
  followed_by_adults: 'Never',
  found_by: 'Everyone',
  outside: 'Never',
  rated_16: 'Hidden',
  autoplay_next: 'Off',
  break_minutes: 'After 60 minutes',
  quiet_hours: '21:00–07:00',
  private_details: 'Held for review',
  profanity: 'Not posted',
  telling_username: 'Allowed after a warning',
  first_day: '20 uploads, 100 comments, 30 follow requests',
}
const at19: typeof at13 = {
  ...at13,
  public_name: 'You choose',
  comments_held: 'No comments',
  mentions_from: 'Everyone',
  followed_by_adults: 'Yes',
  outside: 'Yes',
  rated_16: 'Shown',
  break_minutes: 'Off',
  quiet_hours: 'Off',
  private_details: 'Posted after a warning',
  profanity: 'Replaced with stars, after a warning',
  telling_username: 'Your choice',
}

export const expectedSafetyDefaults: Record<Case, typeof at13> = {
  'standard 13': at13,
  'standard 19': at19,
  'strict 13': {
    ...at13,
    profile: 'Private',
    upload_visibility: 'Ask me each time',
    comments_from: 'Followers',
    found_by: 'Followers',
    telling_username: 'Not allowed',
    first_day: '3 uploads, 20 comments, 10 follow requests',
  },
  'strict 19': at19,
}

/** The settings that 13-year-olds can change and therefore see. */
export const safetySettingsConfigurableAtAge13 = [
  'profile',
  'upload_visibility',
  'comments_from',
  'mentions_from',
  'found_by',
  'autoplay_next',
  'break_minutes',
  'quiet_hours',
]
export const safetySettingsConfigurableAtAge19 = [...safetySettingsConfigurableAtAge13, 'outside', 'rated_16']

/** The audience option that is preselected on the upload form, or null if no option is preselected. */
export const expectedUploadAudience: Record<Case, string | null> = {
  'standard 13': 'Everyone',
  'standard 19': 'Everyone',
  'strict 13': null,
  'strict 19': 'Everyone',
}
