import { type RawBuilder, sql } from 'kysely'
import { choicesOf, inForce, type ValueOf } from '#contract/safety-choices.ts'
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
  const person = await on
    .selectFrom('users')
    .leftJoin('private_details', 'private_details.user_id', 'users.id')
    .leftJoin('safety_settings', (join) =>
      join.onRef('safety_settings.user_id', '=', 'users.id').on('safety_settings.setting', '=', setting),
    )
    .select([band.as('band'), 'safety_settings.value', 'safety_settings.setting as chose'])
    .where('users.id', '=', userId)
    .executeTakeFirst()
  const chosen = person?.chose ? person.value : undefined
  return inForce(setting, chosen, person?.band ?? '13-15', config.safetyPreset)
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
