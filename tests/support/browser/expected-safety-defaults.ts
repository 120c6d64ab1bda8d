/*
 * The expected defaults by preset and age, in the texts of the screens. The rows have the wording of the
 * Safety Center and the order of contract/safety/safety-defaults.ts. Fields that are not rows of the Safety
 * Center say how other pages show the defaults.
 */
type Case = `${'standard' | 'strict'} ${13 | 19}`

const at13 = {
  profile: 'Public',
  public_name: 'Username, always',
  upload_visibility: 'Everyone',
  comments_from: 'Everyone',
  comments_held: 'What looks bad waits',
  followed_by_adults: 'Never',
  found_by: 'Everyone',
  outside: 'Never',
  rated_16: 'Hidden',
  autoplay_next: 'Off',
  break_minutes: 'After 60 minutes',
  quiet_hours: '21:00–07:00',
  private_details: 'Somebody looks first',
  profanity: 'Not posted',
  telling_username: 'We advise against it, once',
  first_day: '20 uploads, 100 comments, 30 requests to follow',
}
const at19: typeof at13 = {
  ...at13,
  public_name: 'You choose',
  comments_held: 'Nothing waits',
  followed_by_adults: 'Yes',
  outside: 'Yes',
  rated_16: 'Shown',
  break_minutes: 'Off',
  quiet_hours: 'Off',
  private_details: 'We warn you',
  profanity: 'Masked, and we warn you',
  telling_username: 'Your choice',
}

export const expectedDefaults: Record<Case, typeof at13> = {
  'standard 13': at13,
  'standard 19': at19,
  'strict 13': {
    ...at13,
    profile: 'Private',
    upload_visibility: 'Ask me each time',
    comments_from: 'Followers',
    found_by: 'Followers',
    telling_username: 'Not possible',
    first_day: '3 uploads, 20 comments, 10 requests to follow',
  },
  'strict 19': at19,
}

/** The settings that members of this age can change, and therefore see. */
export const choosableSettings = [
  'profile',
  'upload_visibility',
  'comments_from',
  'found_by',
  'autoplay_next',
  'break_minutes',
  'quiet_hours',
]
export const choosableSettingsAt19 = [...choosableSettings, 'outside', 'rated_16']

/** The tile that is preselected on the upload form. */
export const expectedUploadAudience: Record<Case, string | null> = {
  'standard 13': 'Everyone',
  'standard 19': 'Everyone',
  'strict 13': null,
  'strict 19': 'Everyone',
}
