const exportAgain = 'Export it as an MP4 with H.264 video and AAC sound, then upload it again.'

/** For each reason to reject a file, the title and the text that the owner of the file sees. */
export const mediaRejectionMessages = {
  not_video: ['Unsupported format', 'Use: MP4, MOV, AVI, MKV, WEBM, M4V, WMV, FLV'],
  no_video: ['Unsupported format', 'The file contains no video.'],
  too_large_picture: ['Unsupported format', 'The largest supported picture size is 4096x2304.'],
  too_small_picture: ['Unsupported format', 'The smallest supported picture size is 16x16.'],
  too_fast: ['Unsupported format', 'The highest supported frame rate is 120 fps.'],
  too_many_tracks: ['Unsupported format', 'Too many tracks.'],
  too_long: ['Unsupported format', 'The video is too long.'],
  codec: ['Video codec not supported', `This video uses a format we can’t read. ${exportAgain}`],
  taken_down: ['Not accepted', 'This video was taken down before, so it can’t be uploaded again.'],
  unreadable: ['Upload failed', 'The video could not be read.'],
} as const

/**
 * Returns the text that the owner sees for a codec that is not allowed. `codec` is the display name of the
 * codec, such as `FFV1`.
 */
export function formatUnsupportedCodecDetail(codec: string): string {
  return `This video uses ${codec}, which we can’t read. ${exportAgain}`
}

export type MediaRejectionCode = keyof typeof mediaRejectionMessages

/**
 * Thrown if the file itself cannot be processed, so a retry would fail too. The owner sees `title` and
 * `detail`, while `cause` is only logged. `codec` is the name of the codec that is not allowed. All other
 * errors that media code throws are either temporary or bugs, so the work is retried.
 */
export class MediaRejectedError extends Error {
  readonly code: MediaRejectionCode
  readonly title: string
  readonly detail: string

  constructor(code: MediaRejectionCode, cause?: unknown, { codec = '' } = {}) {
    const [title, general] = mediaRejectionMessages[code]
    const detail = codec ? formatUnsupportedCodecDetail(codec) : general
    super(`${title}: ${detail}`, { cause })
    this.name = 'MediaRefusal'
    this.code = code
    this.title = title
    this.detail = detail
  }
}
