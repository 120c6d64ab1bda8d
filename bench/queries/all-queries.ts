import { discoveryQueries } from './discovery-queries.ts'
import { contentDetailAndProfileQueries, contentListQueries } from './content-list-queries.ts'
import { memberQueries, personalListQueries } from './member-queries.ts'
import type { BenchQuery } from './bench-query.ts'

/** All benchmarked queries: every list and every search of the product. */
export const allBenchQueries: readonly BenchQuery[] = [
  ...contentListQueries,
  ...contentDetailAndProfileQueries,
  ...discoveryQueries,
  ...memberQueries,
  ...personalListQueries,
]
