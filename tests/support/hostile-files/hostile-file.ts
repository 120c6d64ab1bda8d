import {
  formatUnsupportedCodecDetail,
  type MediaRejectionCode,
  mediaRejectionMessages,
} from '#media/media-rejection.ts'
import { type ApiErrorCode, describeApiError } from '#contract/errors/api-error.ts'

/** A file that a user might upload, with the expected outcome of the upload. */
export interface HostileFile {
  name: string
  /** Whether the file is uploaded as a video or as a picture. */
  target: 'video' | 'picture'
  kind: string
  /** A short description for the report. */
  what: string
  /**
   * Returns the bytes of the file, which may contain placeholders for the port and the secret file of the
   * sandbox canary.
   */
  bytes(): Promise<Buffer>
  /** The only acceptable outcomes. */
  outcomes: UploadOutcome[]
  /**
   * The time limit in seconds for rejecting the file. For an image, the same limit applies to accepting it.
   */
  within: number
  /** The maximum memory in megabytes that decoding the image may use, if the file tests memory usage. */
  memory?: number
}

/**
 * `kept` means that the server must accept the file, and a video must be playable. If the outcome is an
 * object, the API must refuse the file with this error, at the stage `when` or earlier.
 */
export type UploadOutcome =
  | 'kept'
  | { status: number; title: string; detail: string; when?: 'announcing' | 'sending' | 'processing' }

/**
 * Returns the expected outcome for a file that the API refuses, with the `code` error, before it processes
 * the file.
 */
export function getUploadOutcomeForApiError(
  code: ApiErrorCode,
  when: 'announcing' | 'sending' = 'sending',
): UploadOutcome {
  const { status, title, detail } = describeApiError(code)
  return { status, title, detail, when }
}

/**
 * Returns the error that the owner sees after ffmpeg has inspected the file. An error about a codec names the
 * codec.
 */
export function getUploadOutcomeForMediaRejection(code: MediaRejectionCode, codec = ''): UploadOutcome {
  const [title, general] = mediaRejectionMessages[code]
  return {
    status: 422,
    title,
    detail: codec ? formatUnsupportedCodecDetail(codec) : general,
    when: 'processing',
  }
}

/** Formats an outcome for the report: `kept`, or `422 Unsupported format / Too many tracks.` */
export function describeUploadOutcome(outcome: UploadOutcome): string {
  return outcome === 'kept' ? 'kept' : `${outcome.status} ${outcome.title} / ${outcome.detail}`
}

export function isExpectedUploadOutcome(result: UploadOutcome, wanted: readonly UploadOutcome[]): boolean {
  return wanted.some((one) => {
    if (describeUploadOutcome(one) !== describeUploadOutcome(result)) return false
    return (
      one === 'kept' ||
      result === 'kept' ||
      !one.when ||
      stages.indexOf(result.when!) <= stages.indexOf(one.when)
    )
  })
}

const stages = ['announcing', 'sending', 'processing'] as const
