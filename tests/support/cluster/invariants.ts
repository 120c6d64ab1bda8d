import { sweepOldRenditions, sweepWorkFolders } from '#server/transcoding/sweep-transcodes.ts'
import { sweepFiles } from '#server/operations/sweep/sweep-files.ts'
import { verifySite } from '#server/operations/verify/verify.ts'
import { sweepUploads } from '#server/uploads/sweep-uploads.ts'

/**
 * Returns violated invariants in the database and files of this run an hour later, one sentence each. The
 * hour is simulated by passing the time to the scheduled jobs and to the checks of `npm run admin -- verify`.
 */
export async function findInvariantViolations(): Promise<string[]> {
  const later = Date.now() + 65 * 60_000
  for (const sweep of [sweepUploads, sweepOldRenditions, sweepWorkFolders, sweepFiles]) await sweep(later)
  const { findings } = await verifySite(later)
  return findings.map(({ code, where, what }) => `${code}: ${where}: ${what}`)
}
