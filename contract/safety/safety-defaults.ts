import { ageLimits } from '../limits.ts'

/**
 * The dated policy file: a row per setting, a column per band, for both presets (`SAFETY_PRESET`). Every cell is enforced on the
 * server, shown in plain words in the Safety Center, and has a test. Who changes a cell changes the date.
 */
export const safetyPolicyDate = '2026-11-21'

export const safetyPresets = ['standard', 'strict'] as const
export type SafetyPreset = (typeof safetyPresets)[number]

/** From the effective age; an unknown age counts as the youngest. Never shown, never sent to others. */
export const ageBands = ['13-15', '16-17', '18-19'] as const
export type AgeBand = (typeof ageBands)[number]

export function ageBandOf(age: number | null): AgeBand {
  if (age === null || age < 16) return '13-15'
  return age < 18 ? '16-17' : '18-19'
}

type Row<T> = Record<SafetyPreset, readonly [T, T, T]>

/** Adults of the strict preset have what the standard one gives them. */
export const safetyDefaults = {
  /** The profile of a new account. */
  profile: row<'public' | 'private'>(['public', 'public', 'public'], ['private', 'private']),
  /** May be shown by name. Otherwise by username, locked. */
  public_name: row<'username' | 'choice'>(['username', 'username', 'choice'], ['username', 'username']),
  /** Who sees an upload when nothing was said. `ask`: the form has no preset choice, and the API takes only me. */
  upload_visibility: row<'public' | 'followers' | 'ask'>(
    ['public', 'public', 'public'],
    ['ask', 'followers'],
  ),
  /** Who may comment on one's videos. */
  comments_from: row<'everyone' | 'followers' | 'nobody'>(
    ['everyone', 'everyone', 'everyone'],
    ['followers', 'everyone'],
  ),
  /** What of strangers' comments waits for the owner (or a moderator): what looks bad, or everything of grown strangers. */
  comments_held: row<'suspicious' | 'nothing' | 'adult_strangers'>(
    ['suspicious', 'suspicious', 'nothing'],
    ['suspicious', 'adult_strangers'],
  ),
  /** Whether somebody of 18 or 19 can follow. */
  followed_by_adults: row<'never' | 'request' | 'anyone'>(
    ['never', 'request', 'anyone'],
    ['never', 'request'],
  ),
  /** Who finds the person in search. */
  found_by: row<'everyone' | 'exact' | 'followers'>(
    ['everyone', 'everyone', 'everyone'],
    ['followers', 'exact'],
  ),
  /** Search engines and other sites' frames. */
  outside: row<'never' | 'on'>(['never', 'never', 'on'], ['never', 'never']),
  /** Videos rated 16+. */
  rated_16: row<'hidden' | 'shown'>(['hidden', 'shown', 'shown'], ['hidden', 'shown']),
  autoplay_next: row<boolean>([false, false, false], [false, false]),
  /** Minutes of playing time after which the player offers a break; 0 is off. */
  break_minutes: row<number>([60, 60, 0], [60, 60]),
  /** When the bell keeps quiet, in the person's own time; null is never. */
  quiet_hours: row<{ from: string; to: string } | null>(
    [{ from: '21:00', to: '07:00' }, { from: '22:00', to: '07:00' }, null],
    [
      { from: '21:00', to: '07:00' },
      { from: '22:00', to: '07:00' },
    ],
  ),
  /** A text with private details in it. */
  private_details: row<'held' | 'warned'>(['held', 'held', 'warned'], ['held', 'held']),
  profanity: row<'refused' | 'masked'>(['refused', 'refused', 'masked'], ['refused', 'refused']),
  /** A username like one's real name, email address or telephone number. */
  telling_username: row<'advised' | 'free' | 'refused'>(
    ['advised', 'advised', 'free'],
    ['refused', 'refused'],
  ),
  /** What the first day of an account allows. */
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

/** The value of a setting for a band before anybody chose. */
export function defaultSettingValue<S extends SafetySettingKey>(
  setting: S,
  band: AgeBand,
  preset: SafetyPreset,
): (typeof safetyDefaults)[S]['standard'][number] {
  return safetyDefaults[setting][preset][ageBands.indexOf(band)]!
}

/** A refused age may be corrected at once, or stays refused in that browser for some hours. */
export const underageRetryHours: Record<SafetyPreset, number> = { standard: 0, strict: 24 }

/** Youngest age that may join, by country of the operator, each from its day on. */
export const minimumAgesByCountry: { country: string; age: number; since: string }[] = [
  { country: 'AU', age: 16, since: '2025-12-10' },
]

/** The youngest age that may join on a day (`2026-11-21`): the specification's, or more where the law asks it. */
export function minimumAgeIn(country: string | undefined, on: string): number {
  const asked = minimumAgesByCountry.filter((one) => one.country === country && one.since <= on)
  return Math.max(ageLimits.min, ...asked.map(({ age }) => age))
}

function row<T>(standard: readonly [T, T, T], strict: readonly [T, T]): Row<T> {
  return { standard, strict: [strict[0], strict[1], standard[2]] }
}
