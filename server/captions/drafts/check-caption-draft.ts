import { defineMessages } from '#i18n/define-messages.ts'
import type { DraftCue, CaptionRejection } from '#contract/captions/caption-drafts.ts'
import { type ApiErrorCode, describeApiError } from '#contract/errors/api-error.ts'
import { CaptionFileError } from '#media/captions/caption-problems.ts'
import { cleanCueSettings } from '#media/captions/cue-settings.ts'
import { type Cue, stripCueMarkupExceptSpeakers } from '#media/captions/cue.ts'
import { parseCueTextFromEditor } from '#media/captions/editable-cue-text.ts'
import { validateCues } from '#media/captions/validate-cues.ts'
import { CaptionTextError, type CaptionTextErrorCode } from '#server/text-moderation/check-caption-text.ts'
import { limitConcurrency } from '../../platform/concurrency-limit.ts'
import type { Member } from '../../platform/http/viewer.ts'
import { describeCaptionProblems } from '../describe-caption-problems.ts'
import { type CheckedCaptionFile, moderateCues } from '../read-caption-file.ts'

const messages = defineMessages('errors/caption-draft', {
  afterTheEnd: 'All captions start after the end of the video.',
  nothing: 'There’s nothing to publish yet.',
})

const oncePerMember = limitConcurrency({
  maxConcurrent: 1,
  maxWaiting: 0,
  rejectionCode: 'too_many_requests',
})

interface Options {
  /** The duration of the video in seconds, if it is known. */
  duration: number | null
  anyway: boolean | undefined
}

/**
 * Validates a caption draft and moderates its text in the same way as an uploaded caption file. Returns the
 * text to publish, or the reason why the draft is refused. Captions without text are left out.
 */
export function checkCaptionDraft(
  viewer: Member,
  draft: readonly DraftCue[],
  { duration, anyway }: Options,
): Promise<CheckedCaptionFile | { refused: CaptionRejection }> {
  return oncePerMember(viewer.id, async () => {
    try {
      const cues = validateCues(toCues(draft))
      if (duration !== null && cues[0]!.start >= duration * 1000)
        return refuse('captions_invalid', null, messages.afterTheEnd)
      const lines = cues.flatMap((cue) =>
        cue.lines.map((line) => ({ text: stripCueMarkupExceptSpeakers(line), at: cue.at })),
      )
      return await moderateCues(cues, lines, { band: viewer.band, anyway })
    } catch (error) {
      if (error instanceof CaptionTextError)
        return refuse(codesOfCues[error.code as CaptionTextErrorCode], error.line - 1, error.problem)
      if (!(error instanceof CaptionFileError)) throw error
      const { code, line } = error.problems[0]!
      if (code === 'no_cues') return refuse('captions_invalid', null, messages.nothing)
      const problem = describeCaptionProblems(error.problems, 'Caption')
      return refuse('captions_invalid', line === null ? null : line - 1, problem)
    }
  })
}

/** The line number of each cue is its position in the draft, starting at 1. */
function toCues(draft: readonly DraftCue[]): Cue[] {
  return draft
    .map(({ start, end, text, settings }, index) => ({
      start,
      end,
      settings: cleanCueSettings(settings),
      lines: parseCueTextFromEditor(text),
      at: index + 1,
    }))
    .filter(({ lines }) => lines.length > 0)
}

const codesOfCues: Record<CaptionTextErrorCode, ApiErrorCode> = {
  captions_rude: 'caption_cue_rude',
  captions_threat: 'caption_cue_threat',
  captions_unwanted: 'caption_cue_unwanted',
  captions_contact: 'caption_cue_contact',
  captions_ask: 'caption_cue_ask',
}

function refuse(code: ApiErrorCode, cue: number | null, problem: string): { refused: CaptionRejection } {
  const { title, detail } = describeApiError(code, { problem })
  return { refused: { cue, code, title, detail } }
}
