import { type Cue, decodeCueEntities } from './cue.ts'
import { formatCueTime } from './cue-timings.ts'

/** Writes cues as a WebVTT file. */
export function serializeWebVtt(cues: readonly Cue[]): string {
  return ['WEBVTT', '', ...cues.flatMap(formatWebVttCue)].join('\n')
}

/** Writes cues as a SubRip file, without the names of speakers, which SubRip does not support. */
export function serializeSrt(cues: readonly Cue[]): string {
  return cues
    .map(({ start, end, lines }, at) => {
      const time = `${formatCueTime(start, ',')} --> ${formatCueTime(end, ',')}`
      return [at + 1, time, ...lines.map(toSrtLine), '', ''].join('\r\n')
    })
    .join('')
}

function toSrtLine(line: string): string {
  // SubRip has no way to escape the arrow of a timing line.
  return decodeCueEntities(line.replace(/<v [^>]*>|<\/v>/g, '')).replaceAll('-->', '→')
}

/** Returns the lines of one cue in a WebVTT file, including the blank line at its end. */
export function formatWebVttCue({ start, end, settings, lines }: Cue): string[] {
  return [`${formatCueTime(start)} --> ${formatCueTime(end)}${settings && ` ${settings}`}`, ...lines, '']
}
