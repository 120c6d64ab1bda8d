import { type ReportReason } from '#contract/report-reasons.ts'
import { sendReport } from '#contract/reports.ts'
import { settleReports } from '#server/moderation/report-outcome.ts'
import { db, transaction } from '#server/platform/db/db.ts'
import type { House, Person } from './house.ts'
import { settled } from './settled.ts'

export interface Reporting {
  ada: Person
  /** Six whose word counts in full. */
  crowd: Person[]
  /** Somebody signed out at another computer. */
  browser(name: string): { report(id: string, reason: ReportReason): Promise<Answered> }
}

interface Answered {
  status: number
  receipt?: string
  error?: { title: string }
}

/** Ada, of whose things reports are made, and who makes them. */
export async function reporting(house: House): Promise<Reporting> {
  const ada = await house.joins('ada')
  const crowd: Person[] = []
  for (let n = 0; n < 6; n += 1) crowd.push(await house.joins(`voice_${n}`))
  await settled(ada, ...crowd)
  const report = async (name: string, id: string, reason: ReportReason): Promise<Answered> => {
    const answer = await house.stranger().fetch('/api/reports', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': name },
      body: JSON.stringify(about(id, reason).body),
    })
    return { status: answer.status, ...((await answer.json()) as Omit<Answered, 'status'>) }
  }
  return { ada, crowd, browser: (name) => ({ report: (...what) => report(name, ...what) }) }
}

export function about(
  id: string,
  reason: ReportReason = 'spam',
  subject: 'content' | 'comment' | 'profile' = 'content',
) {
  return { body: { subject, id, reason } }
}

/** The receipt. */
export async function send(who: Person, ...what: Parameters<typeof about>): Promise<string> {
  return (await who.call(sendReport, about(...what))).receipt
}

export async function stateOf(id: string) {
  const row = await db
    .selectFrom('content')
    .select('moderation')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.moderation
}

export function casesOf(id: string) {
  return db.selectFrom('cases').selectAll().where('content_id', '=', id).execute()
}

export function voicesOf(id: string) {
  return db
    .selectFrom('reports')
    .innerJoin('cases', 'cases.id', 'reports.case_id')
    .selectAll('reports')
    .where('cases.content_id', '=', id)
    .execute()
}

/** As staff do when they have decided. */
export function decide(caseId: string, outcome: 'nothing' | 'removed'): Promise<void> {
  return transaction(async (tx) => {
    await tx.updateTable('cases').set({ closed_at: new Date() }).where('id', '=', caseId).execute()
    await settleReports(tx, caseId, outcome)
  })
}
