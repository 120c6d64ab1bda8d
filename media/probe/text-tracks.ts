import type { ProbedStream } from './select-streams.ts'

/** A text track of an uploaded file. */
export type TextTrack = {
  /** The index of the stream. */
  index: number
  /** The language that the file names, such as `en`, `eng` or `pt-BR`, or null. It may be unknown. */
  language: string | null
  /** Whether the file says that the track also describes sounds. */
  isSdh: boolean
}

/** Codecs of text. Picture subtitles (DVD, Blu-ray, DVB) cannot be read as text. */
const textCodecs = ['subrip', 'ass', 'ssa', 'mov_text', 'webvtt', 'text']

/** Lists the text tracks of a file. Forced tracks are left out, because they have only the lines in other languages. */
export function listTextTracks(streams: readonly ProbedStream[]): TextTrack[] {
  return streams
    .filter(({ codec_type }) => codec_type === 'subtitle')
    .filter(({ codec_name = '', disposition }) => textCodecs.includes(codec_name) && !disposition?.forced)
    .map(({ index, tags, disposition }) => ({
      index,
      language: readLanguage(tags?.language),
      isSdh: disposition?.hearing_impaired === 1,
    }))
}

/** Reads an ISO 639 code or a BCP 47 tag. `und`, `mis`, `mul` and `zxx` name no language. */
function readLanguage(tag: string | undefined): string | null {
  if (!tag || !/^[a-zA-Z]{2,3}(?:-[a-zA-Z0-9]{2,8})*$/.test(tag)) return null
  return /^(?:und|mis|mul|zxx)\b/i.test(tag) ? null : tag
}
