import type { SafetySettingKey } from '#contract/safety/safety-defaults.ts'
import type { SafetySettingValue } from '#contract/safety/safety-settings.ts'

/** The safety defaults in plain words: what each row is about, and what each of its values means. */
export const safetySettingsMessages = {
  title: 'Default settings by age',
  lead: 'This is how accounts here start out, by age. Most of it you can change for yourself, in your settings or right here.',
  asOf: (day: string) =>
    `In force since ${new Date(day).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })}.`,
  setting: 'Setting',
  ages: (band: string) => `Ages ${band.replace('-', '–')}`,
  now: 'For you now',
  same: 'This is the same for everyone your age.',
  profileForm: 'You choose it in your profile.',
  instead: (label: string) => `${label}: choose instead`,
  saved: 'Saved.',
  ask: {
    title: 'Change it?',
    text: (from: string, to: string) => `From “${from}” to “${to}”. This protects you less than before.`,
    yes: 'Change it',
    no: 'Leave it',
  },
  section: 'Safety & privacy',
  sectionLead:
    'How you’re protected now, and what you can change. We’ll double-check before loosening anything.',
  allOfIt: 'See how it is set for every age',
  never:
    'For everybody, always: no ads made for you, no ranking by what you do, no place, no requests to other companies, no direct messages.',
}

export const safetySettingLabels: Record<SafetySettingKey, { label: string; about: string }> = {
  profile: {
    label: 'Profile',
    about: 'If it’s private, strangers see only your photo and username.',
  },
  public_name: {
    label: 'Name others see',
    about: 'Your full name, your age and your email are never shown under 18.',
  },
  upload_visibility: { label: 'Who sees a new upload', about: 'Default for new uploads.' },
  comments_from: {
    label: 'Who may comment on your videos',
    about: 'People you’ve blocked never can.',
  },
  comments_held: {
    label: 'Comments that wait',
    about:
      'Some comments are looked at before anybody sees them. For strangers of 18 or 19 the rules are stricter.',
  },
  followed_by_adults: { label: 'Followed by somebody of 18 or 19', about: 'Whether they can follow you.' },
  found_by: {
    label: 'Who finds you in search',
    about: 'If your profile is private: exact username only.',
  },
  outside: {
    label: 'Search engines and other sites',
    about: 'Whether your videos and your profile can turn up outside of here.',
  },
  rated_16: { label: 'Videos rated 16+', about: 'Scary, brutal or grown-up. Rated by the uploader.' },
  autoplay_next: {
    label: 'Play the next video by itself',
    about: 'Off for everybody until they switch it on.',
  },
  break_minutes: {
    label: 'Break reminder',
    about: 'After so much playing time the player asks whether you want a break.',
  },
  quiet_hours: { label: 'Quiet hours', about: 'No notifications, your local time. Nothing is lost.' },
  private_details: {
    label: 'Texts with private details or links',
    about:
      'Phone numbers, addresses, schools, links and the like. Only adults see them in other people’s texts, and only if an adult wrote them.',
  },
  profanity: { label: 'Swear words', about: 'In comments, titles, descriptions, bios and usernames.' },
  telling_username: {
    label: 'A username that gives you away',
    about: 'One like your real name, email address or phone number.',
  },
  first_day: { label: 'The first day of an account', about: 'New accounts start slowly.' },
}

const settingValueLabels: Partial<Record<SafetySettingKey, Record<string, string>>> = {
  profile: { public: 'Public', private: 'Private' },
  public_name: { username: 'Username, always', choice: 'You choose' },
  upload_visibility: {
    public: 'Everyone',
    followers: 'Followers',
    only_me: 'Only me',
    ask: 'Ask me each time',
  },
  comments_from: { everyone: 'Everyone', followers: 'Followers', nobody: 'Nobody' },
  comments_held: {
    suspicious: 'What looks bad waits',
    nothing: 'Nothing waits',
    adult_strangers: 'What strangers of 18 or 19 write waits',
  },
  followed_by_adults: { never: 'Never', request: 'Only after you say yes', anyone: 'Yes' },
  found_by: { everyone: 'Everyone', exact: 'People who know my username', followers: 'Followers' },
  outside: { never: 'Never', on: 'Yes' },
  rated_16: { hidden: 'Hidden', shown: 'Shown' },
  autoplay_next: { false: 'Off', true: 'On' },
  private_details: { held: 'Somebody looks first', warned: 'We warn you' },
  profanity: { refused: 'Not posted', masked: 'Masked, and we warn you' },
  telling_username: { advised: 'We advise against it, once', free: 'Your choice', refused: 'Not possible' },
}

/** A value in plain words. */
export function formatSafetySettingValue(setting: SafetySettingKey, value: SafetySettingValue): string {
  if (value === null) return 'Off'
  if (typeof value === 'object' && 'from' in value) return `${value.from}–${value.to}`
  if (typeof value === 'object')
    return `${value.uploads} uploads, ${value.comments} comments, ${value.follows} requests to follow`
  if (setting === 'break_minutes') return value === 0 ? 'Off' : `After ${value} minutes`
  return settingValueLabels[setting]?.[String(value)] ?? String(value)
}
