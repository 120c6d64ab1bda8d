/**
 * The size limits for a caption file. A film of three hours has about 3,000 cues and 150,000 characters of
 * text.
 */
export const captionLimits = {
  fileBytes: 1024 * 1024,
  cues: 10_000,
  /** The maximum numbers of characters in one cue and in all cues together, not counting markup. */
  cueCharacters: 500,
  textCharacters: 300_000,
  /** The maximum number of characters with markup, for example with the speaker's name in every line. */
  markupCharacters: 900_000,
  cueLines: 8,
  lineCharacters: 2000,
  /** The maximum number of cues that are shown at the same time. */
  simultaneousCues: 10,
  /** The latest time at which a cue can end, in milliseconds. */
  endMs: 100 * 3600_000,
  /** The maximum number of problems that are reported at once. */
  problems: 20,
}

export type CaptionProblemCode =
  | 'too_large'
  | 'empty'
  | 'not_text'
  | 'encoding_unknown'
  | 'encoding_broken'
  | 'no_cues'
  | 'too_many_cues'
  | 'too_much_text'
  | 'line_too_long'
  | 'time_invalid'
  | 'time_order'
  | 'time_too_late'
  | 'stray_text'
  | 'blank_line_missing'
  | 'cue_too_long'
  | 'too_many_at_once'

/**
 * A reason why a caption file is rejected. `line` starts at 1, and is null if the problem concerns the whole
 * file.
 */
export interface CaptionProblem {
  code: CaptionProblemCode
  line: number | null
}

/** Thrown if a caption file is rejected. The problems are sorted by line. */
export class CaptionFileError extends Error {
  readonly problems: readonly CaptionProblem[]

  constructor(problems: readonly CaptionProblem[]) {
    super(problems.map(({ code, line }) => `${code}${line === null ? '' : ` in line ${line}`}`).join(', '))
    this.name = 'CaptionFileError'
    this.problems = problems
  }
}

export function throwCaptionFileError(code: CaptionProblemCode): never {
  throw new CaptionFileError([{ code, line: null }])
}

/** Collects problems, and throws an error when their number reaches the limit. */
export class CaptionProblems {
  private readonly found: CaptionProblem[] = []

  add(code: CaptionProblemCode, line: number): null {
    this.found.push({ code, line })
    if (this.found.length >= captionLimits.problems) this.throwIfAny()
    return null
  }

  throwIfAny(): void {
    if (this.found.length > 0) throw new CaptionFileError(this.found.toSorted(byLine))
  }
}

const byLine = (a: CaptionProblem, b: CaptionProblem) => (a.line ?? 0) - (b.line ?? 0)
