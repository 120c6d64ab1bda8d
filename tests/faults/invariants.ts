import { sweepRenditions, sweepWork } from '#server/processing/sweep.ts'
import { sweepFiles } from '#server/upkeep/sweep.ts'
import { verify } from '#server/upkeep/verify/verify.ts'
import { sweepUploads } from '#server/uploads/sweep.ts'

/**
 * What does not hold of the database and the files of this run an hour later, one sentence each; nothing when all is well. The
 * hour is told, not waited for: to the chores that would have run meanwhile, and to what `npm run admin -- verify` runs.
 */
export async function invariants(): Promise<string[]> {
  const later = Date.now() + 65 * 60_000
  for (const sweep of [sweepUploads, sweepRenditions, sweepWork, sweepFiles]) await sweep(later)
  const { findings } = await verify(later)
  return findings.map(({ code, where, what }) => `${code}: ${where}: ${what}`)
}
