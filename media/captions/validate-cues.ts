import { CaptionProblems, captionLimits, throwCaptionFileError } from './caption-problems.ts'
import type { Cue } from './cue.ts'
import { checkCaptionTotals, isCueTooLong } from './parse-captions.ts'

/**
 * Checks cues that were not read from a file, and returns them sorted by start time. The line number of each
 * problem is the `at` value of its cue. Throws a CaptionFileError.
 */
export function validateCues(cues: readonly Cue[]): Cue[] {
  if (cues.length === 0) throwCaptionFileError('no_cues')
  if (cues.length > captionLimits.cues) throwCaptionFileError('too_many_cues')
  const problems = new CaptionProblems()
  for (const cue of cues) {
    if (cue.end <= cue.start) problems.add('time_order', cue.at)
    else if (cue.end > captionLimits.endMs) problems.add('time_too_late', cue.at)
    if (isCueTooLong(cue)) problems.add('cue_too_long', cue.at)
  }
  problems.throwIfAny()
  const sorted = cues.toSorted((a, b) => a.start - b.start || a.end - b.end)
  checkCaptionTotals(sorted, problems)
  return sorted
}
