import {
  unsupportedCodecDetail,
  type MediaRejectionCode,
  mediaRejectionMessages,
} from '#media/media-rejection.ts'
import { type ApiErrorCode, describeApiError } from '#contract/errors/api-error.ts'

/** A file that somebody might upload, and the expected outcome. */
export interface HostileFile {
  name: string
  /** What it is uploaded as. */
  target: 'video' | 'picture'
  kind: string
  /** A short description for the report. */
  what: string
  /** Its bytes, with the canary's two placeholders where they apply. */
  bytes(): Promise<Buffer>
  /** The only acceptable outcomes. */
  outcomes: UploadOutcome[]
  /** Maximum seconds until it is refused or, for images, accepted. */
  within: number
  /** Maximum megabytes of memory for its decoder, if that is what the file tests. */
  memory?: number
}

/** Accepted and playable, or refused with this error; `when` limits how late. */
export type UploadOutcome =
  'kept' | { status: number; title: string; detail: string; when?: 'announcing' | 'sending' | 'processing' }

/** The API error for this code, returned before the file is processed. */
export function refusedWith(code: ApiErrorCode, when: 'announcing' | 'sending' = 'sending'): UploadOutcome {
  const { status, title, detail } = describeApiError(code)
  return { status, title, detail, when }
}

/** The error that the owner reads after ffmpeg has inspected the file. A codec error names the codec. */
export function rejectedAs(code: MediaRejectionCode, codec = ''): UploadOutcome {
  const [title, general] = mediaRejectionMessages[code]
  return { status: 422, title, detail: codec ? unsupportedCodecDetail(codec) : general, when: 'processing' }
}

/** For the report: `kept`, or `422 Unsupported format / Too many tracks.` */
export function describeOutcome(outcome: UploadOutcome): string {
  return outcome === 'kept' ? 'kept' : `${outcome.status} ${outcome.title} / ${outcome.detail}`
}

export function isExpectedOutcome(result: UploadOutcome, wanted: readonly UploadOutcome[]): boolean {
  return wanted.some((one) => {
    if (describeOutcome(one) !== describeOutcome(result)) return false
    return (
      one === 'kept' ||
      result === 'kept' ||
      !one.when ||
      stages.indexOf(result.when!) <= stages.indexOf(one.when)
    )
  })
}

const stages = ['announcing', 'sending', 'processing'] as const
