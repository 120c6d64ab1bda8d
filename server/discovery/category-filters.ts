import { type RawBuilder, sql } from 'kysely'
import { getCategoryByName, type CategoryName } from '#contract/discovery/categories.ts'

/**
 * Matches items of the category's types, or of any type whose genre contains the category's `genreWord`, such
 * as `music` (specification, section 7).
 */
export function isInCategory(name: CategoryName): RawBuilder<boolean> {
  const { types, genreWord } = getCategoryByName(name)
  return genreWord
    ? sql<boolean>`(${hasContentTypeIn(types)} or position(${sql.lit(genreWord)} in content.genre) > 0)`
    : hasContentTypeIn(types)
}

/**
 * Matches items of the given content types. The content types are SQL literals and not parameters, because
 * PostgreSQL chooses better plans for queries with literals (see `toFetchLimitSql`).
 */
export function hasContentTypeIn(types: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`content.content_type in (${sql.join(types.map((type) => sql.lit(type)))})`
}
