import { type RawBuilder, sql } from 'kysely'
import { ageLimits } from '#contract/limits.ts'
import {
  type ConfigurableSetting,
  getAllowedSettingValues,
  isAllowedSettingValue,
  type SettingValueOf,
} from '#contract/safety/safety-setting-choices.ts'
import { ageBands, getDefaultSettingValue, type SafetySettingKey } from '#contract/safety/safety-defaults.ts'
import { ageBandSql } from '#server/accounts/age.ts'
import { config } from '#server/platform/config.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'

/*
 * The effective value of a safety setting is the value that the person chose, if the person's age band allows
 * it. If the age band does not allow the chosen value, or if the person has not chosen a value, the current
 * default for the age band applies. As a person grows up, the defaults change but the person's choices
 * remain.
 */

export async function loadSafetySetting<S extends SafetySettingKey>(
  on: Db | Tx,
  userId: string,
  setting: S,
): Promise<SettingValueOf<S>> {
  return resolveSettingValue(setting, await loadSettingOwner(on, userId, setting))
}

/** Returns the effective value of a safety setting for each of these people. */
export async function loadSafetySettings<S extends SafetySettingKey>(
  on: Db | Tx,
  userIds: string[],
  setting: S,
): Promise<Map<string, SettingValueOf<S>>> {
  const people = await selectSettingOwners(on, setting)
    .select('users.id')
    .where(sql<boolean>`users.id = any(${userIds}::uuid[])`)
    .execute()
  return new Map(people.map((person) => [person.id, resolveSettingValue(setting, person)]))
}

function resolveSettingValue<S extends SafetySettingKey>(
  setting: S,
  person: SettingOwner,
): SettingValueOf<S> {
  const holds =
    person?.chose && isAllowedSettingValue(setting, person.value, person.band, config.safetyPreset)
  return holds ? (person.value as SettingValueOf<S>) : defaultForOwner(setting, person)
}

/** Returns a safety setting's default, ignoring what the person chose. */
export async function loadDefaultSafetySetting<S extends SafetySettingKey>(
  on: Db | Tx,
  userId: string,
  setting: S,
): Promise<SettingValueOf<S>> {
  return defaultForOwner(setting, await loadSettingOwner(on, userId, setting))
}

function loadSettingOwner(on: Db | Tx, userId: string, setting: SafetySettingKey) {
  return selectSettingOwners(on, setting).where('users.id', '=', userId).executeTakeFirst()
}

function selectSettingOwners(on: Db | Tx, setting: SafetySettingKey) {
  return on
    .selectFrom('users')
    .leftJoin('private_details', 'private_details.user_id', 'users.id')
    .leftJoin('safety_settings', (join) =>
      join.onRef('safety_settings.user_id', '=', 'users.id').on('safety_settings.setting', '=', setting),
    )
    .select([ageBandSql.as('band'), 'safety_settings.value', 'safety_settings.setting as chose'])
    .select('private_details.age as declared')
}

type SettingOwner = Awaited<ReturnType<typeof loadSettingOwner>>

/**
 * Returns the default of a safety setting for this person. When a person turns 18, nothing is published
 * automatically: if the person declared an age under 18, the person's content becomes indexable only after
 * the person opts in.
 */
function defaultForOwner<S extends SafetySettingKey>(setting: S, person: SettingOwner): SettingValueOf<S> {
  if (setting === 'outside' && (person?.declared ?? 0) < ageLimits.adult) return 'never' as SettingValueOf<S>
  return getDefaultSettingValue(setting, person?.band ?? '13-15', config.safetyPreset)
}

/** Returns an SQL expression for a person's safety setting, equivalent to `loadSafetySetting`. */
export function safetySettingSql(
  setting: 'comments_from' | 'found_by' | 'mentions_from' | 'upload_visibility',
  userId: RawBuilder<unknown>,
): RawBuilder<string> {
  const cases = ageBands.map((of) => {
    const may = getAllowedSettingValues(setting, of, config.safetyPreset).map((value) => sql.lit(value))
    return sql`when ${sql.lit(of)} then case when chosen.value #>> '{}' in (${sql.join(may)}) then chosen.value #>> '{}'
      else ${sql.lit(getDefaultSettingValue(setting, of, config.safetyPreset))} end`
  })
  return sql<string>`(select case ${ageBandSql} ${sql.join(cases, sql` `)} end from users person
    left join private_details on private_details.user_id = person.id
    left join safety_settings chosen on chosen.user_id = person.id and chosen.setting = ${sql.lit(setting)}
    where person.id = ${userId})`
}

export async function saveSafetySetting(
  tx: Tx,
  userId: string,
  setting: ConfigurableSetting,
  value: unknown,
): Promise<void> {
  const chosen = { value: JSON.stringify(value), changed_at: new Date() }
  await tx
    .insertInto('safety_settings')
    .values({ user_id: userId, setting, ...chosen })
    .onConflict((row) => row.columns(['user_id', 'setting']).doUpdateSet(chosen))
    .execute()
}

/** Resets a safety setting to the default of the person's age band. */
export async function resetSafetySetting(
  tx: Tx,
  userId: string,
  setting: ConfigurableSetting,
): Promise<void> {
  await tx
    .deleteFrom('safety_settings')
    .where('user_id', '=', userId)
    .where('setting', '=', setting)
    .execute()
}
