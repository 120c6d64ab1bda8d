import { type Cue, decodeCueEntities } from './cue.ts'
import { formatCueTime } from './cue-timings.ts'

/** Writes cues as a WebVTT file. */
export function writeWebVtt(cues: readonly Cue[]): string {
  return ['WEBVTT', '', ...cues.flatMap(formatWebVttCue)].join('\n')
}

/** Writes cues as a SubRip file, without the names of speakers, which the format does not have. */
export function writeSrt(cues: readonly Cue[]): string {
  return cues
    .map(({ start, end, lines }, at) => {
      const time = `${formatCueTime(start, ',')} --> ${formatCueTime(end, ',')}`
      return [at + 1, time, ...lines.map(toSrtLine), '', ''].join('\r\n')
    })
    .join('')
}

function toSrtLine(line: string): string {
  // SubRip has no way to escape the arrow of a time line.
  return decodeCueEntities(line.replace(/<v [^>]*>|<\/v>/g, '')).replaceAll('-->', '→')
}

/** Returns the lines of one cue in a WebVTT file, with the blank line that ends it. */
export function formatWebVttCue({ start, end, settings, lines }: Cue): string[] {
  return [`${formatCueTime(start)} --> ${formatCueTime(end)}${settings && ` ${settings}`}`, ...lines, '']
}
