import { defineMessages, message, textWithConstants } from '#i18n/define-messages.ts'
import { formatNumber } from '#i18n/formats.ts'
import {
  type CaptionProblem,
  type CaptionProblemCode,
  captionLimits,
} from '#media/captions/caption-problems.ts'

const count = (value: number) => formatNumber(value)

/** Explains, for each kind of problem in captions, what is wrong and what the creator can do. */
const sentences: Record<CaptionProblemCode, string> = defineMessages('errors/caption-problems', {
  too_large: 'A caption file can be at most 1 MB.',
  empty: 'The file is empty.',
  not_text: 'This isn’t a text file. Choose a WebVTT (.vtt) or SubRip (.srt) file.',
  encoding_unknown: 'Save the file as UTF-8.',
  encoding_broken: 'The file is damaged. Save it as UTF-8 and choose it again.',
  no_cues: 'We found no captions in this file. Choose a WebVTT (.vtt) or SubRip (.srt) file.',
  too_many_cues: textWithConstants('A file can have at most {count} captions.', () => ({
    count: count(captionLimits.cues),
  })),
  too_much_text: textWithConstants('All captions together can have at most {count} characters.', () => ({
    count: count(captionLimits.textCharacters),
  })),
  line_too_long: textWithConstants('a line can have at most {count} characters.', () => ({
    count: count(captionLimits.lineCharacters),
  })),
  time_invalid: 'this time isn’t valid. Write it like 00:01:02.500 --> 00:01:04.000.',
  time_order: 'the end has to be after the start.',
  time_too_late: 'this time is more than 100 hours after the start.',
  stray_text: 'this text has no time. Add a line with its start and end above it.',
  blank_line_missing: 'leave an empty line before each time.',
  cue_too_long: textWithConstants(
    'a caption can have at most {cueLines} lines and {cueCharacters} characters.',
    () => captionLimits,
  ),
  too_many_at_once: textWithConstants(
    'at most {simultaneousCues} captions can be shown at the same time.',
    () => captionLimits,
  ),
})

const listMessages = defineMessages('errors/caption-problem-list', {
  at: message<{ unit: 'Line' | 'Caption'; line: number; problem: string }>(
    '{unit, select, Line {Line} other {Caption}} {line}: {problem}',
  ),
  more: message<{ count: number }>(
    '{count, plural, one {There’s # more problem.} other {There are # more problems.}}',
  ),
})

/** The maximum number of problems that an error message lists. */
const maxListed = 5

/**
 * Returns one sentence per problem, each on its own line. `unit` is the word before each number: `Line` for a
 * file, or `Caption` for a draft.
 */
export function describeCaptionProblems(
  problems: readonly CaptionProblem[],
  unit: 'Line' | 'Caption' = 'Line',
): string {
  const listed = problems
    .slice(0, maxListed)
    .map(({ code, line }) =>
      line === null ? sentences[code] : listMessages.at({ unit, line, problem: sentences[code] }),
    )
  const more = problems.length - listed.length
  const rest = more > 0 ? [listMessages.more({ count: more })] : []
  return [...listed, ...rest].join('\n')
}
