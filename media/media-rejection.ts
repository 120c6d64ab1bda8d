const exportAgain = 'Export it as an MP4 with H.264 video and AAC sound, then upload it again.'

/** Title and text of each. */
export const mediaRejectionMessages = {
  not_video: ['Unsupported format', 'Use: MP4, MOV, AVI, MKV, WEBM, M4V, WMV, FLV'],
  no_video: ['Unsupported format', 'The file has no video.'],
  too_large_picture: ['Unsupported format', 'Largest picture is 4096x2304.'],
  too_small_picture: ['Unsupported format', 'Smallest picture is 16x16.'],
  too_fast: ['Unsupported format', 'Highest frame rate is 120.'],
  too_many_tracks: ['Unsupported format', 'Too many tracks.'],
  too_long: ['Unsupported format', 'The video is too long.'],
  codec: ['Video codec not supported', `This video uses a format we can’t read. ${exportAgain}`],
  taken_down: ['Not accepted', 'This video was taken down before, so it cannot be uploaded again.'],
  unreadable: ['Upload failed', 'The video could not be read.'],
} as const

/** What the owner reads of a video whose codec we do not open. `codec` is its name as people write it: `FFV1`. */
export function unsupportedCodecDetail(codec: string): string {
  return `This video uses ${codec}, which we can’t read. ${exportAgain}`
}

export type MediaRejectionCode = keyof typeof mediaRejectionMessages

/**
 * The file itself is at fault, and trying again would end the same way. `title` and `detail` are what its owner reads;
 * `cause` is for the log only; `codec` is the name of the one that was found. Any other error thrown by this room is ours or passing: retry.
 */
export class MediaRejectedError extends Error {
  readonly code: MediaRejectionCode
  readonly title: string
  readonly detail: string

  constructor(code: MediaRejectionCode, cause?: unknown, { codec = '' } = {}) {
    const [title, general] = mediaRejectionMessages[code]
    const detail = codec ? unsupportedCodecDetail(codec) : general
    super(`${title}: ${detail}`, { cause })
    this.name = 'MediaRefusal'
    this.code = code
    this.title = title
    this.detail = detail
  }
}
