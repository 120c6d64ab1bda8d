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

/**
 * The codecs that all common players support in MP4 files. The MP4 format also allows codecs that some
 * players do not support.
 */
const mp4Codecs = new Set(['avc', 'hevc', 'av1', 'aac', 'mp3', 'ac3', 'eac3', 'flac', 'opus'])

/**
 * Chooses MP4 if it supports the codecs. Otherwise, chooses the container format closest to that of the
 * source.
 */
export function chooseOutputContainer(codecs: string[], cameAs: 'iso' | 'matroska'): OutputContainer {
  if (codecs.every((codec) => mp4Codecs.has(codec)))
    return { format: new Mp4OutputFormat(), extension: 'mp4' }
  if (cameAs === 'iso') return { format: new MovOutputFormat(), extension: 'mov' }
  const webm = new WebMOutputFormat()
  const fitsWebm = codecs.every((codec) => webm.getSupportedCodecs().some((supported) => supported === codec))
  return fitsWebm ? { format: webm, extension: 'webm' } : { format: new MkvOutputFormat(), extension: 'mkv' }
}
