import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import type { StatementWithPlan, QueryPlanNode } from './query-plan-recorder.ts'

const bigFrom = 20_000

/** Returns the large tables, which no request is allowed to scan sequentially. */
export async function findLargeTables(db: Db): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples > ${bigFrom}`.execute(db)
  return new Set(rows.map(({ name }) => name))
}

/** Returns the statements that scan a large table sequentially, each preceded by the name of the table. */
export function findTableScans(planned: readonly StatementWithPlan[], big: ReadonlySet<string>): string[] {
  const found = planned.flatMap(({ text, plan }) =>
    nodesOf(plan)
      .filter((node) => node['Node Type'] === 'Seq Scan' && big.has(node['Relation Name'] ?? ''))
      .map((node) => `${node['Relation Name']}: ${text.replace(/\s+/g, ' ').trim()}`),
  )
  return [...new Set(found)]
}

function nodesOf(node: QueryPlanNode): QueryPlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)]
}
