import { defineMessages, message } from '#i18n/define-messages.ts'
import { formatDate } from '#i18n/formats.ts'
import type { SafetySettingKey } from '#contract/safety/safety-defaults.ts'
import type { SafetySettingValue } from '#contract/safety/safety-settings.ts'

/**
 * The interface text around the table of default safety settings, and the confirmation question that is asked
 * before a setting becomes less strict.
 */
export const safetySettingsMessages = defineMessages('safety/safety-settings', {
  title: 'Default settings by age',
  lead: 'These are the settings that new accounts start with at each age. You can change most of them in your settings or right here.',
  inEffectSince: message<{ day: string }>('In effect since {day}.'),
  asOf: (day: string): string =>
    safetySettingsMessages.inEffectSince({ day: formatDate(day, { dateStyle: 'long', timeZone: 'UTC' }) }),
  setting: 'Setting',
  ageBand: message<{ band: string }>('Ages {band}'),
  ages: (band: string): string => safetySettingsMessages.ageBand({ band: band.replace('-', '–') }),
  now: 'Your setting now',
  same: 'This setting is the same for everyone your age.',
  profileForm: 'You can change this setting in your profile settings.',
  instead: message<{ label: string }>('Change this setting: {label}'),
  saved: 'Saved.',
  ask: {
    title: 'Change this setting?',
    text: message<{ from: string; to: string }>(
      'Changing from “{from}” to “{to}” gives you less protection.',
    ),
    yes: 'Change it',
    no: 'Keep it',
  },
  section: 'Safety & privacy',
  sectionLead:
    'How you’re protected now, and what you can change. We’ll ask you to confirm any change that gives you less protection.',
  allOfIt: 'See the default settings for every age',
  never:
    'For everyone, at every age: no personalised ads, no ranking based on what you do, no use of your location, nothing loaded from other companies, and no direct messages.',
})

export const safetySettingLabels: Record<SafetySettingKey, { label: string; about: string }> = defineMessages(
  'safety/safety-setting-labels',
  {
    profile: {
      label: 'Profile',
      about: 'If your profile is private, strangers see only your photo and username.',
    },
    public_name: {
      label: 'Name others see',
      about: 'If you’re under 18, we never show your full name, age or email address to others.',
    },
    upload_visibility: {
      label: 'Who can see new uploads',
      about: 'This is the default for new uploads. You can change it for each video.',
    },
    comments_from: {
      label: 'Who can comment on your videos',
      about: 'People you’ve blocked can never comment on your videos.',
    },
    comments_held: {
      label: 'Comments held for review',
      about:
        'Some comments are reviewed before anyone sees them. The rules are stricter for comments from strangers aged 18 or 19.',
    },
    mentions_from: {
      label: 'Who can mention you',
      about:
        'When someone mentions you in a comment, your username links to your profile and you get a notification.',
    },
    followed_by_adults: {
      label: 'Followers aged 18 or 19',
      about: 'Whether people aged 18 or 19 can follow you.',
    },
    found_by: {
      label: 'Who can find you in search',
      about: 'If your profile is private, people can find you only by your exact username.',
    },
    outside: {
      label: 'Search engines and other sites',
      about: 'Whether your videos and your profile can appear outside this site.',
    },
    rated_16: {
      label: 'Videos rated 16+',
      about: 'Scary, violent or mature videos, as rated by the uploader or a moderator.',
    },
    autoplay_next: {
      label: 'Autoplay the next video',
      about: 'Autoplay is off until you turn it on.',
    },
    break_minutes: {
      label: 'Break reminder',
      about: 'After you’ve watched for this long, the player asks if you want a break.',
    },
    quiet_hours: {
      label: 'Quiet hours',
      about: 'Most notifications wait until your quiet hours end. Quiet hours are in your local time.',
    },
    private_details: {
      label: 'Private details and links',
      about:
        'Phone numbers, addresses, schools, links and similar details. If an adult posts these details, only signed-in adults can see them. If someone under 18 posts them, other people can’t see them.',
    },
    profanity: {
      label: 'Rude words',
      about: 'Rude words in comments, titles, descriptions, bios and usernames.',
    },
    telling_username: {
      label: 'Usernames that identify you',
      about: 'A username that looks like your real name, email address or phone number.',
    },
    first_day: {
      label: 'New accounts (first 24 hours)',
      about: 'What a new account can do on its first day.',
    },
  },
)

const settingValueMessages = defineMessages('safety/safety-setting-values', {
  off: 'Off',
  range: message<{ from: string; to: string }>('{from}–{to}'),
  firstDay: message<{ uploads: number; comments: number; follows: number }>(
    '{uploads} uploads, {comments} comments, {follows} follow requests',
  ),
  breakAfter: message<{ minutes: number }>('{minutes, plural, one {After # minute} other {After # minutes}}'),
  choices: {
    profile: { public: 'Public', private: 'Private' },
    public_name: { username: 'Always the username', choice: 'You choose' },
    upload_visibility: {
      public: 'Everyone',
      followers: 'Followers',
      only_me: 'Only me',
      ask: 'Ask me each time',
    },
    comments_from: { everyone: 'Everyone', followers: 'Followers', nobody: 'Nobody' },
    comments_held: {
      suspicious: 'Suspicious comments',
      nothing: 'No comments',
      adult_strangers: 'Comments from strangers aged 18 or 19',
    },
    mentions_from: { everyone: 'Everyone', following: 'People you follow', nobody: 'Nobody' },
    followed_by_adults: { never: 'Never', request: 'Only if you approve', anyone: 'Yes' },
    found_by: { everyone: 'Everyone', exact: 'People who know your username', followers: 'Followers' },
    outside: { never: 'Never', on: 'Yes' },
    rated_16: { hidden: 'Hidden', shown: 'Shown' },
    autoplay_next: { false: 'Off', true: 'On' },
    private_details: { held: 'Held for review', warned: 'Posted after a warning' },
    profanity: { refused: 'Not posted', masked: 'Replaced with stars, after a warning' },
    telling_username: { advised: 'Allowed after a warning', free: 'Your choice', refused: 'Not allowed' },
  } as Partial<Record<SafetySettingKey, Record<string, string>>>,
})

/** Formats the value of a safety setting for display, for example `After 60 minutes`. */
export function formatSafetySettingValue(setting: SafetySettingKey, value: SafetySettingValue): string {
  const { off, range, firstDay, breakAfter, choices } = settingValueMessages
  if (value === null) return off
  if (typeof value === 'object') return 'from' in value ? range(value) : firstDay(value)
  if (setting === 'break_minutes') return value === 0 ? off : breakAfter({ minutes: Number(value) })
  return choices[setting]?.[String(value)] ?? String(value)
}
