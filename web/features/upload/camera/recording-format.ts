/**
 * The maximum length of a recording, in milliseconds. At 2.6 Mbit/s, a recording of the maximum length takes
 * about 200 MB of memory.
 */
export const maxRecordingMs = 10 * 60_000

const videoBitsPerSecond = 2_500_000
const audioBitsPerSecond = 128_000

/**
 * The recording formats in order of preference. Every browser that can record video supports at least one of
 * these formats.
 */
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
 * Returns the maximum recording time, in milliseconds, for which the file is certain to be smaller than
 * `maxBytes`.
 */
export function getMaxRecordingMs(maxBytes: number): number {
  // Browsers can exceed the requested bit rate by up to a third.
  const bytesPerMs = ((videoBitsPerSecond + audioBitsPerSecond) * 1.33) / 8000
  return Math.min(maxRecordingMs, Math.floor(maxBytes / bytesPerMs))
}

/**
 * Creates a file name for a recording from the local time, for example "Recording 2026-05-02 14.05.09.webm".
 */
export function createRecordingFileName(type: string, at: Date): string {
  const date = `${at.getFullYear()}-${padTwoDigits(at.getMonth() + 1)}-${padTwoDigits(at.getDate())}`
  const time = `${padTwoDigits(at.getHours())}.${padTwoDigits(at.getMinutes())}.${padTwoDigits(at.getSeconds())}`
  return `Recording ${date} ${time}.${type.startsWith('video/mp4') ? 'mp4' : 'webm'}`
}

const padTwoDigits = (n: number) => String(n).padStart(2, '0')
