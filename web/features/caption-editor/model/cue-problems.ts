import { captionCueLimits } from '#contract/captions/caption-limits.ts'
import { stripCaptionTags } from './cue-markup.ts'
import type { CaptionEditorCue, CaptionEditorCues } from './cue.ts'

/** Errors prevent publishing. Unlike errors, hints do not prevent the captions from being published. */
export type CueError = 'time_order' | 'too_long' | 'too_many_at_once'
export type CueWarning = 'empty' | 'too_fast' | 'overlap' | 'after_video'
export type CueProblem = CueError | CueWarning

/** The fastest reading speed that most people can follow, in characters per second. */
export const readingSpeedLimit = 25

const errors: readonly CueProblem[] = ['time_order', 'too_long', 'too_many_at_once']
export const isCueError = (problem: CueProblem): problem is CueError => errors.includes(problem)

/**
 * Returns the problems by caption id; captions without problems are omitted. `duration` is the duration of
 * the video in milliseconds, if it is known.
 */
export function findCueProblems(cues: CaptionEditorCues, duration: number | null): Map<number, CueProblem[]> {
  const found = new Map<number, CueProblem[]>()
  let shown: CaptionEditorCue[] = []
  for (const cue of cues) {
    const problems = [...ownProblems(cue)]
    shown = shown.filter(({ end }) => end > cue.start)
    if (shown.length > 0) problems.push('overlap')
    shown.push(cue)
    if (shown.length > captionCueLimits.simultaneousCues) problems.push('too_many_at_once')
    if (duration !== null && cue.start >= duration) problems.push('after_video')
    if (problems.length > 0) found.set(cue.id, problems)
  }
  return found
}

/** Caches the problems by caption object, because most captions stay the same when one caption is edited. */
const knownProblems = new WeakMap<CaptionEditorCue, readonly CueProblem[]>()

function ownProblems(cue: CaptionEditorCue): readonly CueProblem[] {
  const known = knownProblems.get(cue)
  if (known) return known
  const problems = checkCue(cue)
  knownProblems.set(cue, problems)
  return problems
}

function checkCue({ start, end, text }: CaptionEditorCue): CueProblem[] {
  const lines = stripCaptionTags(text)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const characters = lines.reduce((sum, line) => sum + line.length, 0)
  const problems: CueProblem[] = []
  if (end <= start) problems.push('time_order')
  if (lines.length > captionCueLimits.cueLines || characters > captionCueLimits.cueCharacters)
    problems.push('too_long')
  if (characters === 0) problems.push('empty')
  else if (end > start && readingSpeed(characters, start, end) > readingSpeedLimit) problems.push('too_fast')
  return problems
}

const readingSpeed = (characters: number, start: number, end: number) => characters / ((end - start) / 1000)

/** Returns the reading speed of a caption in characters per second, rounded. */
export function getReadingSpeed({ start, end, text }: CaptionEditorCue): number {
  return end > start
    ? Math.round(readingSpeed(stripCaptionTags(text).replaceAll('\n', '').length, start, end))
    : 0
}
