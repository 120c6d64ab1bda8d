import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { Refusal } from '#contract/refusals.ts'
import { reportLimits } from '#contract/reports.ts'
import { signingSecret } from '../accounts/auth.ts'
import type { Tx } from '../platform/db/db.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import { networksOf } from './networks.ts'
import { takeSlot } from './rate-limits.ts'

/** Where a request came from. */
export interface Origin {
  address: string
  browser: string
}

/** Whose voice a report is: the member's, or of somebody signed out that of their browser, as a hash that cannot be turned back. */
export function voiceOf(viewer: Viewer, from: Origin): { column: 'reporter_id' | 'voice'; value: string } {
  if (viewer.kind === 'member') return { column: 'reporter_id', value: viewer.id }
  const hash = createHmac('sha256', signingSecret())
  const { network } = networksOf(from.address)
  return { column: 'voice', value: hash.update(`voice ${network} ${from.browser}`).digest('base64url') }
}

/** Reports of one person wait for each other, so that each of many at once is counted for the next. Locked before any case. */
export async function oneAtATime(tx: Tx, viewer: Viewer, from: Origin): Promise<void> {
  const { column, value } = voiceOf(viewer, from)
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${column} ${value}`}, 7275))`.execute(tx)
}

/** Counts reports, not looks: an honest person never meets it. */
export async function refuseFlood(tx: Tx, viewer: Viewer, from: Origin): Promise<void> {
  const { member, browser, network } = reportLimits
  const { column, value } = voiceOf(viewer, from)
  const { count } = await tx
    .selectFrom('reports')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(column, '=', value)
    .where('reason_at', '>', new Date(Date.now() - 3600_000))
    .executeTakeFirstOrThrow()
  const { most } = viewer.kind === 'member' ? member : browser
  if (count >= most) throw new Refusal('report_too_many')
  if (viewer.kind === 'member') return
  const slot = `signed-out reports from ${networksOf(from.address).network}`
  if (!(await takeSlot(slot, [network], tx))) throw new Refusal('report_too_many')
}
