import { ageLimits } from '../limits.ts'

/**
 * The date of the last change to the safety policy. The policy is a table with one row for each setting. For
 * each preset (`SAFETY_PRESET`), the policy table has one column for each age band. The server enforces every
 * value in the table, the Safety Center explains it, and a test checks it. Update the date of the safety
 * policy when you change a value in the table.
 */
export const safetyPolicyDate = '2026-11-27'

export const safetyPresets = ['standard', 'strict'] as const
export type SafetyPreset = (typeof safetyPresets)[number]

/**
 * A person's age band depends on the effective age: the declared age plus the years that have passed since it
 * was declared. People of unknown age are in the youngest age band. A person's age band is never visible to
 * others.
 */
export const ageBands = ['13-15', '16-17', '18-19'] as const
export type AgeBand = (typeof ageBands)[number]

export function getAgeBand(age: number | null): AgeBand {
  if (age === null || age < 16) return '13-15'
  return age < 18 ? '16-17' : '18-19'
}

type Row<T> = Record<SafetyPreset, readonly [T, T, T]>

/** The default values of all safety settings. Adults get the standard defaults even in the strict preset. */
export const safetyDefaults = {
  /** The profile visibility of a new account. */
  profile: row<'public' | 'private'>(['public', 'public', 'public'], ['private', 'private']),
  /** Whether the person may show a display name in public instead of only the username. */
  public_name: row<'username' | 'choice'>(['username', 'username', 'choice'], ['username', 'username']),
  /**
   * The visibility of an upload if the request specifies none. With `ask`, the upload form preselects no
   * visibility, and the API defaults to "only me".
   */
  upload_visibility: row<'public' | 'followers' | 'ask'>(
    ['public', 'public', 'public'],
    ['ask', 'followers'],
  ),
  /** Who may comment on the person's videos. */
  comments_from: row<'everyone' | 'followers' | 'nobody'>(
    ['everyone', 'everyone', 'everyone'],
    ['followers', 'everyone'],
  ),
  /**
   * Which comments the owner or a moderator has to approve first: suspicious comments by strangers, or all
   * comments by adult strangers.
   */
  comments_held: row<'suspicious' | 'nothing' | 'adult_strangers'>(
    ['suspicious', 'suspicious', 'nothing'],
    ['suspicious', 'adult_strangers'],
  ),
  /** Who may mention the person in comments. `following` means the people whom the person follows. */
  mentions_from: row<'everyone' | 'following' | 'nobody'>(
    ['following', 'everyone', 'everyone'],
    ['following', 'following'],
  ),
  /** Whether people aged 18 or 19 can follow this person. */
  followed_by_adults: row<'never' | 'request' | 'anyone'>(
    ['never', 'request', 'anyone'],
    ['never', 'request'],
  ),
  /** Who can find this person through the site's search. */
  found_by: row<'everyone' | 'exact' | 'followers'>(
    ['everyone', 'everyone', 'everyone'],
    ['followers', 'exact'],
  ),
  /** Whether search engines may index the person's pages, and whether other sites may embed their videos. */
  outside: row<'never' | 'on'>(['never', 'never', 'on'], ['never', 'never']),
  /** Whether the person sees videos rated 16+. */
  rated_16: row<'hidden' | 'shown'>(['hidden', 'shown', 'shown'], ['hidden', 'shown']),
  autoplay_next: row<boolean>([false, false, false], [false, false]),
  /** The number of minutes of playback after which the player suggests a break. 0 turns this off. */
  break_minutes: row<number>([60, 60, 0], [60, 60]),
  /**
   * The daily time range in which notifications are silenced, in the person's own time zone. The value null
   * means that notifications are never silenced.
   */
  quiet_hours: row<{ from: string; to: string } | null>(
    [{ from: '21:00', to: '07:00' }, { from: '22:00', to: '07:00' }, null],
    [
      { from: '21:00', to: '07:00' },
      { from: '22:00', to: '07:00' },
    ],
  ),
  /** What happens when text contains private details. */
  private_details: row<'held' | 'warned'>(['held', 'held', 'warned'], ['held', 'held']),
  profanity: row<'refused' | 'masked'>(['refused', 'refused', 'masked'], ['refused', 'refused']),
  /** What happens when a username contains the person's name, email address or phone number. */
  telling_username: row<'advised' | 'free' | 'refused'>(
    ['advised', 'advised', 'free'],
    ['refused', 'refused'],
  ),
  /** Limits on the number of uploads, comments and follow requests during an account's first day. */
  first_day: row<{ uploads: number; comments: number; follows: number }>(
    [
      { uploads: 20, comments: 100, follows: 30 },
      { uploads: 20, comments: 100, follows: 30 },
      { uploads: 20, comments: 100, follows: 30 },
    ],
    [
      { uploads: 3, comments: 20, follows: 10 },
      { uploads: 3, comments: 20, follows: 10 },
    ],
  ),
} as const

export type SafetySettingKey = keyof typeof safetyDefaults

/** Returns the default value of a safety setting for an age band. */
export function getDefaultSettingValue<S extends SafetySettingKey>(
  setting: S,
  band: AgeBand,
  preset: SafetyPreset,
): (typeof safetyDefaults)[S]['standard'][number] {
  return safetyDefaults[setting][preset][ageBands.indexOf(band)]!
}

/**
 * The number of hours during which sign-up is blocked in a browser after someone has entered an age below the
 * minimum. With 0 hours, people can enter another age immediately.
 */
export const ageGateRetryHours: Record<SafetyPreset, number> = { standard: 0, strict: 24 }

/**
 * The minimum ages that the law requires in the operator's country, each with the date from which it applies.
 */
export const minimumAgesByCountry: { country: string; age: number; since: string }[] = [
  { country: 'AU', age: 16, since: '2025-12-10' },
]

/**
 * Returns the minimum age for joining on a date such as `2026-11-21`: 13, or a higher age where the law
 * requires it.
 */
export function minimumAgeForCountry(country: string | undefined, on: string): number {
  const applicable = minimumAgesByCountry.filter((one) => one.country === country && one.since <= on)
  return Math.max(ageLimits.min, ...applicable.map(({ age }) => age))
}

function row<T>(standard: readonly [T, T, T], strict: readonly [T, T]): Row<T> {
  return { standard, strict: [strict[0], strict[1], standard[2]] }
}
