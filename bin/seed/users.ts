import { sql } from 'kysely'
import { ageLimits } from '#contract/limits.ts'
import { termsOfServiceVersion } from '#contract/accounts/terms-of-service.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { SeedSize } from './seed-size.ts'
import { firstNames, lastNames, titleNouns, descriptionSentences } from './vocabulary.ts'
import { randomFraction, randomChoice } from './seeded-random.ts'

/**
 * The email domain of seeded accounts. The top-level domain `.invalid` is reserved (RFC 2606), so emails to
 * it are never delivered. Seeded accounts have no password, so they cannot sign in.
 */
export const seededUserEmailDomain = '@seed.invalid'

const nth = sql`nth`
const who = sql`who`

/**
 * Creates the people in `seeded_people`, numbered from 0. The first `creators` people publish items, and
 * people with lower numbers publish more items.
 */
export async function seedUsers(tx: Tx, { people, days }: SeedSize): Promise<void> {
  await sql`create temporary table seeded_people on commit drop as
    select nth::int as who, overlay(overlay(md5('seeded person ' || nth) placing '4' from 13) placing '8' from 17)::uuid as id,
      ${sql.lit(ageLimits.min)} + floor(${sql.lit(ageLimits.max - ageLimits.min + 1)} * ${randomFraction(nth, 'age')})::int as age,
      ${randomChoice(firstNames, nth, 'first name')} as first_name, ${randomChoice(lastNames, nth, 'last name')} as last_name,
      nth > 0 and ${randomFraction(nth, 'private')} < 0.08 as is_private,
      now() - make_interval(secs => 86400 * ${sql.lit(days)} * (0.05 + ${randomFraction(nth, 'joined')})) as joined_at
    from generate_series(0::bigint, ${people - 1}) nth`.execute(tx)
  await sql`create index on seeded_people (who)`.execute(tx)
  await sql`analyze seeded_people`.execute(tx)
  await sql`insert into users (id, email, email_verified, created_at, updated_at)
    select id, 'person.' || who || ${seededUserEmailDomain}, true, joined_at, joined_at from seeded_people order by who`.execute(
    tx,
  )
  await sql`insert into private_details (user_id, full_name, first_name, age, terms_accepted_at, terms_version)
    select id, first_name || ' ' || last_name, first_name, age, joined_at, ${termsOfServiceVersion.version}
    from seeded_people order by who`.execute(tx)
  // Members under 18 show only their username. A third of the other members show a display name.
  await sql`insert into profiles (user_id, username, display_name, display_name_mode, bio, is_minor, is_private, created_at, updated_at)
    select id, lower(left(first_name, 6)) || '_' || lower(left(regexp_replace(${randomChoice(titleNouns, who, 'handle')}, '[^A-Za-z]', '', 'g'), 6)) || who,
      case when is_named then first_name || ' ' || last_name else '' end,
      case when is_named then 'full_name' else 'username' end,
      case when ${randomFraction(who, 'bio')} < 0.4 then pg_temp.told(${randomChoice(descriptionSentences, who, 'bio')}, who, 'bio') else '' end,
      age < ${sql.lit(ageLimits.adult)}, is_private, joined_at, joined_at
    from (select *, age >= ${sql.lit(ageLimits.adult)} and ${randomFraction(who, 'named')} < 0.33 as is_named from seeded_people) people
    order by who`.execute(tx)
}
