import { codecDetail, type MediaRefusalCode, refusalWords } from '#media/refusal.ts'
import { type RefusalCode, refusal } from '#contract/refusals.ts'

/** A file somebody may send, and what must become of it. */
export interface Nasty {
  name: string
  /** Where it is sent to. */
  door: 'video' | 'picture'
  kind: string
  /** In a few words, for the report. */
  what: string
  /** Its bytes; the two names of the canary's are in them where it has them. */
  bytes(): Promise<Buffer>
  /** One of these, and no other. */
  outcomes: Outcome[]
  /** Seconds until it is refused, or (pictures) kept, at most. */
  within: number
  /** Megabytes of memory that the process which decodes it may take, where that is the point of it. */
  memory?: number
}

/** Kept and playable, or refused with these words; how early, where that matters. */
export type Outcome =
  'kept' | { status: number; title: string; detail: string; when?: 'announcing' | 'sending' | 'processing' }

/** What a refusal of the contract says, answered before the file has gone anywhere. */
export function says(code: RefusalCode, when: 'announcing' | 'sending' = 'sending'): Outcome {
  const { status, title, detail } = refusal(code)
  return { status, title, detail, when }
}

/** What the owner reads of a file that was looked at by ffmpeg. The refusal of a codec names it. */
export function found(code: MediaRefusalCode, codec = ''): Outcome {
  const [title, general] = refusalWords[code]
  return { status: 422, title, detail: codec ? codecDetail(codec) : general, when: 'processing' }
}

/** For the report: `kept`, or `422 Unsupported format / Too many tracks.` */
export function inWords(outcome: Outcome): string {
  return outcome === 'kept' ? 'kept' : `${outcome.status} ${outcome.title} / ${outcome.detail}`
}

export function isOneOf(got: Outcome, wanted: readonly Outcome[]): boolean {
  return wanted.some((one) => {
    if (inWords(one) !== inWords(got)) return false
    return (
      one === 'kept' || got === 'kept' || !one.when || stages.indexOf(got.when!) <= stages.indexOf(one.when)
    )
  })
}

const stages = ['announcing', 'sending', 'processing'] as const
