import type { Cue } from './cue.ts'
import { decodeCueEntities } from './cue.ts'
import { formatCueTime } from './time-line.ts'

/** Writes cues as a WebVTT file. */
export function writeWebVtt(cues: readonly Cue[]): string {
  return ['WEBVTT', '', ...cues.flatMap(cueBlock)].join('\n')
}

/** Writes cues as a SubRip file, without the names of speakers, which the format does not have. */
export function writeSrt(cues: readonly Cue[]): string {
  const time = (ms: number) => formatCueTime(ms, ',')
  const text = (line: string) => decodeCueEntities(line.replace(/<v [^>]*>|<\/v>/g, ''))
  return cues
    .map(({ start, end, lines }, at) =>
      [at + 1, `${time(start)} --> ${time(end)}`, ...lines.map(text), '', ''].join('\r\n'),
    )
    .join('')
}

/** Returns the lines of one cue in a WebVTT file, with the blank line that ends it. */
export function cueBlock({ start, end, settings, lines }: Cue): string[] {
  return [`${formatCueTime(start)} --> ${formatCueTime(end)}${settings && ` ${settings}`}`, ...lines, '']
}
