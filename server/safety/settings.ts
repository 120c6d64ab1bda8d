import { type RawBuilder, sql } from 'kysely'
import { ages } from '#contract/limits.ts'
import { type Choosable, choicesOf, mayBe, type ValueOf } from '#contract/safety-choices.ts'
import { bands, defaultOf, type Setting } from '#contract/safety-defaults.ts'
import { band } from '../accounts/age.ts'
import { config } from '../platform/config.ts'
import type { Db, Tx } from '../platform/db/db.ts'

/*
 * What holds for a person: what they chose, as long as their band may have it, else the default of their band today.
 * What a default gave grows with them; what they chose stays.
 */

export async function settingOf<S extends Setting>(
  on: Db | Tx,
  userId: string,
  setting: S,
): Promise<ValueOf<S>> {
  const person = await personOf(on, userId, setting)
  const holds = person?.chose && mayBe(setting, person.value, person.band, config.safetyPreset)
  return holds ? (person.value as ValueOf<S>) : usual(setting, person)
}

/** What would hold if they had chosen nothing. */
export async function defaultFor<S extends Setting>(
  on: Db | Tx,
  userId: string,
  setting: S,
): Promise<ValueOf<S>> {
  return usual(setting, await personOf(on, userId, setting))
}

function personOf(on: Db | Tx, userId: string, setting: Setting) {
  return on
    .selectFrom('users')
    .leftJoin('private_details', 'private_details.user_id', 'users.id')
    .leftJoin('safety_settings', (join) =>
      join.onRef('safety_settings.user_id', '=', 'users.id').on('safety_settings.setting', '=', setting),
    )
    .select([band.as('band'), 'safety_settings.value', 'safety_settings.setting as chose'])
    .select('private_details.age as declared')
    .where('users.id', '=', userId)
    .executeTakeFirst()
}

type Person = Awaited<ReturnType<typeof personOf>>

/** Growing up publishes nothing: what somebody made before 18 leaves the site when they say so, not on a birthday. */
function usual<S extends Setting>(setting: S, person: Person): ValueOf<S> {
  if (setting === 'outside' && (person?.declared ?? 0) < ages.adult) return 'never' as ValueOf<S>
  return defaultOf(setting, person?.band ?? '13-15', config.safetyPreset)
}

/** As `settingOf`, within a query: of the person whose id stands there. */
export function settingIn(
  setting: 'comments_from' | 'found_by' | 'upload_visibility',
  userId: RawBuilder<unknown>,
): RawBuilder<string> {
  const cases = bands.map((of) => {
    const may = choicesOf(setting, of, config.safetyPreset).map((value) => sql.lit(value))
    return sql`when ${sql.lit(of)} then case when chosen.value #>> '{}' in (${sql.join(may)}) then chosen.value #>> '{}'
      else ${sql.lit(defaultOf(setting, of, config.safetyPreset))} end`
  })
  return sql<string>`(select case ${band} ${sql.join(cases, sql` `)} end from users person
    left join private_details on private_details.user_id = person.id
    left join safety_settings chosen on chosen.user_id = person.id and chosen.setting = ${sql.lit(setting)}
    where person.id = ${userId})`
}

export async function choose(tx: Tx, userId: string, setting: Choosable, value: unknown): Promise<void> {
  const chosen = { value: JSON.stringify(value), changed_at: new Date() }
  await tx
    .insertInto('safety_settings')
    .values({ user_id: userId, setting, ...chosen })
    .onConflict((row) => row.columns(['user_id', 'setting']).doUpdateSet(chosen))
    .execute()
}

/** Back to the default, which grows with them. */
export async function unchoose(tx: Tx, userId: string, setting: Choosable): Promise<void> {
  await tx
    .deleteFrom('safety_settings')
    .where('user_id', '=', userId)
    .where('setting', '=', setting)
    .execute()
}
