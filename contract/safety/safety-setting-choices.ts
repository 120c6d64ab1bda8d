import type { AgeBand, safetyDefaults, SafetyPreset, SafetySettingKey } from './safety-defaults.ts'

/**
 * The values that people can choose for each setting instead of the default, strictest first. People cannot
 * change settings that are not listed here.
 */
export const safetySettingChoices = {
  profile: ['private', 'public'],
  upload_visibility: ['only_me', 'ask', 'followers', 'public'],
  comments_from: ['nobody', 'followers', 'everyone'],
  mentions_from: ['nobody', 'following', 'everyone'],
  found_by: ['followers', 'exact', 'everyone'],
  outside: ['never', 'on'],
  rated_16: ['hidden', 'shown'],
  autoplay_next: [false, true],
  break_minutes: [15, 30, 60, 90, 0],
  quiet_hours: [
    { from: '20:00', to: '08:00' },
    { from: '21:00', to: '07:00' },
    { from: '22:00', to: '07:00' },
    null,
  ],
} as const

export type ConfigurableSetting = keyof typeof safetySettingChoices

/**
 * The type of a setting's value. Quiet hours can start and end at any time of day. The value of every setting
 * except quiet hours is one of the setting's defaults or choices.
 */
export type SettingValueOf<S extends SafetySettingKey> =
  | (typeof safetyDefaults)[S]['standard'][number]
  | (S extends ConfigurableSetting ? (typeof safetySettingChoices)[S][number] : never)

/**
 * The least strict value that people in an age band can choose for a setting. If a setting has no entry for
 * an age band, people in this age band can choose every value.
 */
const loosestAllowed: {
  [S in ConfigurableSetting]?: Partial<Record<`${SafetyPreset} ${AgeBand}`, SettingValueOf<S>>>
} = {
  comments_from: { 'strict 13-15': 'followers' },
  outside: forBothPresets('never', ['13-15', '16-17']),
  rated_16: forBothPresets('hidden', ['13-15']),
}

function forBothPresets<T>(
  value: T,
  of: readonly AgeBand[],
): Partial<Record<`${SafetyPreset} ${AgeBand}`, T>> {
  return Object.fromEntries(
    of.flatMap((band) => [`standard ${band}`, `strict ${band}`].map((at) => [at, value])),
  )
}

export function isConfigurableSetting(setting: SafetySettingKey): setting is ConfigurableSetting {
  return Object.hasOwn(safetySettingChoices, setting)
}

/**
 * Returns the values that people in an age band can choose for a setting, strictest first. If fewer than two
 * values are returned, the setting is fixed.
 */
export function getAllowedSettingValues<S extends SafetySettingKey>(
  setting: S,
  band: AgeBand,
  preset: SafetyPreset,
): readonly SettingValueOf<S>[] {
  if (!isConfigurableSetting(setting)) return []
  const all: readonly unknown[] = safetySettingChoices[setting]
  const most = loosestAllowed[setting]?.[`${preset} ${band}`]
  return (most === undefined ? all : all.slice(0, all.indexOf(most) + 1)) as readonly SettingValueOf<S>[]
}

/** Whether people in an age band can choose the value for a setting. Quiet hours may be any time range. */
export function isAllowedSettingValue(
  setting: SafetySettingKey,
  value: unknown,
  band: AgeBand,
  preset: SafetyPreset,
): boolean {
  if (setting === 'quiet_hours' && isTimeRange(value)) return true
  return getAllowedSettingValues(setting, band, preset).some(
    (one) => JSON.stringify(one) === JSON.stringify(value),
  )
}

/**
 * Returns how permissive a setting's value is. A lower number means a stricter setting. Longer quiet hours
 * count as stricter.
 */
export function getSettingPermissiveness(setting: ConfigurableSetting, value: unknown): number {
  if (setting === 'quiet_hours') return isTimeRange(value) ? 1440 - durationInMinutes(value) : 1440
  return (safetySettingChoices[setting] as readonly unknown[]).indexOf(value)
}

interface TimeRange {
  from: string
  to: string
}

const timePattern = /^([01]\d|2[0-3]):[0-5]\d$/

function isTimeRange(value: unknown): value is TimeRange {
  const { from, to } = (value ?? {}) as Partial<TimeRange>
  return (
    typeof from === 'string' &&
    typeof to === 'string' &&
    timePattern.test(from) &&
    timePattern.test(to) &&
    from !== to
  )
}

function durationInMinutes({ from, to }: TimeRange): number {
  return (minuteOfDay(to) - minuteOfDay(from) + 1440) % 1440
}

function minuteOfDay(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
}
