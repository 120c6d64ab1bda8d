import { defineMessages } from '#i18n/define-messages.ts'
import type { createCaptions } from '#contract/content/captions.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { captionUploadLimits } from '#contract/content/captions.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { CaptionFileError } from '#media/captions/caption-problems.ts'
import { type Cue, listCueLines, replaceCueLines } from '#media/captions/cue.ts'
import { parseCaptionFile } from '#media/captions/parse-captions.ts'
import { type CaptionPassage, splitIntoPassages } from '#media/captions/caption-passages.ts'
import { serializeWebVtt } from '#media/captions/serialize-captions.ts'
import { checkCaptionText } from '#server/text-moderation/check-caption-text.ts'
import { limitConcurrency } from '../platform/concurrency-limit.ts'
import { readBodyBytes } from '../platform/http/request-body.ts'
import type { Member } from '../platform/http/viewer.ts'
import { log } from '../platform/log.ts'
import { describeCaptionProblems } from './describe-caption-problems.ts'
import { maskContactDetailsInCues } from './served-captions.ts'

export interface CheckedCaptionFile {
  columns: { vtt: string; cue_count: number }
  passages: CaptionPassage[]
}

const messages = defineMessages('errors/caption-file', {
  afterTheEnd: 'All captions start after the end of the video. Is this the file of another video?',
})

type FileOptions = Pick<ParsedInputOf<typeof createCaptions>['query'], 'encoding' | 'anyway'>

const oncePerMember = limitConcurrency({
  maxConcurrent: 1,
  maxWaiting: 0,
  rejectionCode: 'too_many_requests',
})

/**
 * Reads, validates and checks a caption file. Returns the text of the file as WebVTT with only safe markup.
 * Throws an error that names the lines with problems.
 */
export function readCaptionFile(
  viewer: Member,
  request: Request,
  { duration_seconds: duration }: { duration_seconds: number | null },
  options: FileOptions,
): Promise<CheckedCaptionFile> {
  return oncePerMember(viewer.id, async () => {
    const bytes = await readBodyBytes(request, captionUploadLimits.fileBytes, 'captions_too_large')
    const cues = parse(viewer, bytes, options)
    if (duration !== null && cues[0]!.start >= duration * 1000)
      throw new ApiError('captions_invalid', {
        problem: messages.afterTheEnd,
      })
    return moderateCues(cues, listCueLines(cues), { band: viewer.band, anyway: options.anyway })
  })
}

/**
 * Moderates the text of cues and returns the column values to store. `lines` has one entry per cue line: the
 * line number that error messages show.
 */
export async function moderateCues(
  cues: readonly Cue[],
  lines: Parameters<typeof checkCaptionText>[0],
  options: Parameters<typeof checkCaptionText>[1],
): Promise<CheckedCaptionFile> {
  return toStoredCaptions(replaceCueLines(cues, await checkCaptionText(lines, options)))
}

/** Returns the column values to store for captions whose text has been checked. */
export async function toStoredCaptions(clean: readonly Cue[]): Promise<CheckedCaptionFile> {
  return {
    columns: { vtt: serializeWebVtt(clean), cue_count: clean.length },
    passages: splitIntoPassages(await maskContactDetailsInCues(clean)),
  }
}

function parse(viewer: Member, bytes: Uint8Array, { encoding }: FileOptions): Cue[] {
  try {
    return parseCaptionFile(bytes, encoding)
  } catch (error) {
    if (!(error instanceof CaptionFileError)) throw error
    log.info('captions refused', { reason: error.problems[0]!.code, userId: viewer.id })
    const { code } = error.problems[0]!
    if (code === 'too_large') throw new ApiError('captions_too_large')
    if (code === 'encoding_unknown') throw new ApiError('captions_encoding')
    throw new ApiError('captions_invalid', { problem: describeCaptionProblems(error.problems) })
  }
}
