import { sweepRenditions, sweepWorkFolders } from '#server/transcoding/sweep.ts'
import { sweepFiles } from '#server/operations/sweep/sweep-files.ts'
import { verifySite } from '#server/operations/verify/verify.ts'
import { sweepUploads } from '#server/uploads/sweep.ts'

/**
 * What does not hold of the database and the files of this run an hour later, one sentence each; nothing when all is well. The
 * hour is told, not waited for: to the chores that would have run meanwhile, and to what `npm run admin -- verify` runs.
 */
export async function findInvariantViolations(): Promise<string[]> {
  const later = Date.now() + 65 * 60_000
  for (const sweep of [sweepUploads, sweepRenditions, sweepWorkFolders, sweepFiles]) await sweep(later)
  const { findings } = await verifySite(later)
  return findings.map(({ code, where, what }) => `${code}: ${where}: ${what}`)
}
