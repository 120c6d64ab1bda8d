import { nobody, type Row } from './row.ts'
import { ofCare } from './rows-of-care.ts'
import { ofItems } from './rows-of-items.ts'
import { ofPeople } from './rows-of-people.ts'

export type * from './row.ts'

/*
 * The table of routes. Each route of the server has a row here (matrix.test.ts fails without), or several. A row says what
 * the route is about, who may, and what who may gets; all others get what they would get if the thing had never been.
 */
export const rows: Record<string, Row | Row[]> = {
  'GET /healthz': nobody('says whether the process lives'),
  'POST /api/live/{stream}': nobody('an answer to a heartbeat, by a name that only its stream knows'),
  'GET /readyz': nobody('says whether the database answers'),
  'GET /metrics': nobody(
    'for who holds the operator’s token; figures in which nobody is named (metrics.test.ts)',
  ),
  ...ofPeople,
  ...ofItems,
  ...ofCare,
}
