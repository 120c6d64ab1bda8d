import { sweepOldRenditions, sweepWorkFolders } from '#server/transcoding/sweep-transcodes.ts'
import { sweepFiles } from '#server/operations/sweep/sweep-files.ts'
import { verifySite } from '#server/operations/verify/verify.ts'
import { sweepUploads } from '#server/uploads/sweep-uploads.ts'

/**
 * Returns a description of each invariant that the database and files of this run would violate an hour from
 * now. The hour is simulated: the scheduled jobs and the checks of `npm run admin -- verify` receive the later
 * time.
 */
export async function findInvariantViolations(): Promise<string[]> {
  const later = Date.now() + 65 * 60_000
  for (const sweep of [sweepUploads, sweepOldRenditions, sweepWorkFolders, sweepFiles]) await sweep(later)
  const { findings } = await verifySite(later)
  return findings.map(({ code, where, what }) => `${code}: ${where}: ${what}`)
}
