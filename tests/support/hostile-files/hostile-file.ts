import {
  unsupportedCodecDetail,
  type MediaRejectionCode,
  mediaRejectionMessages,
} from '#media/media-rejection.ts'
import { type ApiErrorCode, describeApiError } from '#contract/errors/api-error.ts'

/** A file somebody may send, and what must become of it. */
export interface HostileFile {
  name: string
  /** Where it is sent to. */
  door: 'video' | 'picture'
  kind: string
  /** In a few words, for the report. */
  what: string
  /** Its bytes; the two names of the canary's are in them where it has them. */
  bytes(): Promise<Buffer>
  /** One of these, and no other. */
  outcomes: UploadOutcome[]
  /** Seconds until it is refused, or (pictures) kept, at most. */
  within: number
  /** Megabytes of memory that the process which decodes it may take, where that is the point of it. */
  memory?: number
}

/** Kept and playable, or refused with these words; how early, where that matters. */
export type UploadOutcome =
  'kept' | { status: number; title: string; detail: string; when?: 'announcing' | 'sending' | 'processing' }

/** What a refusal of the contract says, answered before the file has gone anywhere. */
export function refusedWith(code: ApiErrorCode, when: 'announcing' | 'sending' = 'sending'): UploadOutcome {
  const { status, title, detail } = describeApiError(code)
  return { status, title, detail, when }
}

/** What the owner reads of a file that was looked at by ffmpeg. The refusal of a codec names it. */
export function rejectedAs(code: MediaRejectionCode, codec = ''): UploadOutcome {
  const [title, general] = mediaRejectionMessages[code]
  return { status: 422, title, detail: codec ? unsupportedCodecDetail(codec) : general, when: 'processing' }
}

/** For the report: `kept`, or `422 Unsupported format / Too many tracks.` */
export function describeOutcome(outcome: UploadOutcome): string {
  return outcome === 'kept' ? 'kept' : `${outcome.status} ${outcome.title} / ${outcome.detail}`
}

export function isExpectedOutcome(got: UploadOutcome, wanted: readonly UploadOutcome[]): boolean {
  return wanted.some((one) => {
    if (describeOutcome(one) !== describeOutcome(got)) return false
    return (
      one === 'kept' || got === 'kept' || !one.when || stages.indexOf(got.when!) <= stages.indexOf(one.when)
    )
  })
}

const stages = ['announcing', 'sending', 'processing'] as const
