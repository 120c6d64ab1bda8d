/** The longest recording, in milliseconds. At 2.6 Mbit/s, such a recording takes about 200 MB of memory. */
export const maxRecordingMs = 10 * 60_000

const videoBitsPerSecond = 2_500_000
const audioBitsPerSecond = 128_000

/** The preferred formats, best first. Every browser that can record supports one of them. */
const preferredTypes = [
  'video/mp4;codecs=avc1.42E01F,mp4a.40.2',
  'video/webm;codecs=h264,opus',
  'video/webm;codecs=vp8,opus',
  'video/webm',
  'video/mp4',
]

export function chooseRecorderOptions(isSupported: (type: string) => boolean): MediaRecorderOptions {
  const mimeType = preferredTypes.find(isSupported)
  return { ...(mimeType && { mimeType }), videoBitsPerSecond, audioBitsPerSecond }
}

/**
 * Returns the longest recording time, in milliseconds, for which the file is certain to be smaller than
 * `maxBytes`.
 */
export function getMaxRecordingMs(maxBytes: number): number {
  // Browsers exceed the requested bit rate by up to a third.
  const bytesPerMs = ((videoBitsPerSecond + audioBitsPerSecond) * 1.33) / 8000
  return Math.min(maxRecordingMs, Math.floor(maxBytes / bytesPerMs))
}

/** Names a recording after the local time, for example "Recording 2026-05-02 14.05.09.webm". */
export function nameRecording(type: string, at: Date): string {
  const date = `${at.getFullYear()}-${padTwoDigits(at.getMonth() + 1)}-${padTwoDigits(at.getDate())}`
  const time = `${padTwoDigits(at.getHours())}.${padTwoDigits(at.getMinutes())}.${padTwoDigits(at.getSeconds())}`
  return `Recording ${date} ${time}.${type.startsWith('video/mp4') ? 'mp4' : 'webm'}`
}

const padTwoDigits = (n: number) => String(n).padStart(2, '0')
