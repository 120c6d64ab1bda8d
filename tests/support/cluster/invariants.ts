import { sweepOldRenditions, sweepWorkFolders } from '#server/transcoding/sweep-transcodes.ts'
import { sweepFiles } from '#server/operations/sweep/sweep-files.ts'
import { verifySiteIntegrity } from '#server/operations/verify/verify.ts'
import { sweepUploads } from '#server/uploads/sweep-uploads.ts'

/**
 * Checks which invariants the database and files of this run would violate an hour from now, and describes
 * each violation. Instead of waiting for an hour, the function passes a time in the future to the cleanup
 * jobs and to the checks of `npm run admin -- verify`.
 */
export async function findInvariantViolations(): Promise<string[]> {
  const later = Date.now() + 65 * 60_000
  for (const sweep of [sweepUploads, sweepOldRenditions, sweepWorkFolders, sweepFiles]) await sweep(later)
  const { findings } = await verifySiteIntegrity(later)
  return findings.map(({ code, where, what }) => `${code}: ${where}: ${what}`)
}
