import { db } from '../platform/db/db.ts'

/** The tables of what opens an account, or is on its way to: each row ends by itself. */
export const waysIn = [
  'sessions',
  'verifications',
  'sign_in_links',
  'bearer_tokens',
  'halfway',
  'passkey_challenges',
] as const

/** What has expired opens nothing any more; this only keeps the tables small, and the past of people no longer than needed. */
export async function sweepSignIns(): Promise<void> {
  const now = new Date()
  for (const table of waysIn) await db.deleteFrom(table).where('expires_at', '<=', now).execute()
}
