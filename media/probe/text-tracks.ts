import type { ProbedStream } from './select-streams.ts'

/** A text track in an uploaded file. */
export type TextTrack = {
  /** The index of the stream. */
  index: number
  /** The language that the file specifies, such as `en`, `eng` or `pt-BR`, or null. It may be unknown. */
  language: string | null
  /** Whether the file marks the track as one that also describes sounds. */
  isSdh: boolean
}

/** The codecs of text tracks. Bitmap subtitles (DVD, Blu-ray, DVB) cannot be read as text. */
const textCodecs = ['subrip', 'ass', 'ssa', 'mov_text', 'webvtt', 'text']

/**
 * Lists the text tracks in a file. Forced tracks are omitted, because they contain only the lines that are
 * spoken in other languages.
 */
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

/**
 * Parses an ISO 639 code or a BCP 47 tag. The codes `und`, `mis`, `mul` and `zxx` do not specify a language.
 */
function readLanguage(tag: string | undefined): string | null {
  if (!tag || !/^[a-zA-Z]{2,3}(?:-[a-zA-Z0-9]{2,8})*$/.test(tag)) return null
  return /^(?:und|mis|mul|zxx)\b/i.test(tag) ? null : tag
}
