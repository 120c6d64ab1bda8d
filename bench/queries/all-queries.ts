import { discoveryQueries } from './discovery-queries.ts'
import { itemAndProfileQueries, contentListQueries } from './content-list-queries.ts'
import { memberQueries } from './member-queries.ts'
import type { BenchQuery } from './bench-query.ts'

/** All benchmarked queries: every list and every search of the product. */
export const allQueries: readonly BenchQuery[] = [
  ...contentListQueries,
  ...itemAndProfileQueries,
  ...discoveryQueries,
  ...memberQueries,
]
