import {
  MkvOutputFormat,
  MovOutputFormat,
  Mp4OutputFormat,
  type OutputFormat,
  WebMOutputFormat,
} from 'mediabunny'

export interface OutputContainer {
  format: OutputFormat
  extension: 'mp4' | 'mov' | 'webm' | 'mkv'
}

/** What every program plays from an MP4; the format itself would take more. */
const mp4Codecs = new Set(['avc', 'hevc', 'av1', 'aac', 'mp3', 'ac3', 'eac3', 'flac', 'opus'])

/** MP4 where it can be, else the next best of what the file came in. */
export function chooseOutputContainer(codecs: string[], cameAs: 'iso' | 'matroska'): OutputContainer {
  if (codecs.every((codec) => mp4Codecs.has(codec)))
    return { format: new Mp4OutputFormat(), extension: 'mp4' }
  if (cameAs === 'iso') return { format: new MovOutputFormat(), extension: 'mov' }
  const webm = new WebMOutputFormat()
  const fits = codecs.every((codec) => webm.getSupportedCodecs().some((known) => known === codec))
  return fits ? { format: webm, extension: 'webm' } : { format: new MkvOutputFormat(), extension: 'mkv' }
}
