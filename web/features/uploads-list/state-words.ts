import type { OwnContent } from '#contract/content.ts'
import type { Stream } from '#contract/uploads.ts'
import { words } from '#web/words/uploads.ts'

/** How an upload stands, in words and in one of four tones. */
export interface Standing {
  tone: 'moving' | 'waiting' | 'good' | 'bad'
  words: string
  /** 0–100 for a bar; absent where there is nothing to measure. */
  percent?: number
}

type Item = Pick<OwnContent, 'stream_status' | 'percent' | 'visibility' | 'error'> &
  Partial<Pick<OwnContent, 'moderation'>>
type Progress = Pick<Stream, 'queue_place' | 'eta_seconds' | 'percent'> & Partial<Pick<Stream, 'waiting_for'>>

/** `stream` is fresher than the list and knows the queue, where one was asked for. */
export function standingOf(item: Item, stream?: Progress | null): Standing {
  const percent = Math.floor(stream?.percent ?? item.percent)
  if (item.stream_status === 'uploading') return { tone: 'waiting', words: words.unfinished }
  if (item.stream_status === 'failed') return { tone: 'bad', words: failure(item) }
  const decided = decidedOn(item)
  if (decided) return decided
  if (item.stream_status === 'ready') return { tone: 'good', words: ready(item.visibility, percent) }
  if (stream?.waiting_for) return { tone: 'waiting', words: words.paused }
  if (item.stream_status === 'received' || stream?.queue_place)
    return { tone: 'waiting', words: `${words.waiting}${place(stream)}${left(stream)}` }
  return { tone: 'moving', words: `${words.processing(percent)}${left(stream)}`, percent }
}

/** What was decided comes before how far it is made; what waits is only said of what others could see otherwise. */
function decidedOn({ moderation, stream_status: status }: Item): Standing | undefined {
  if (moderation === 'removed') return { tone: 'bad', words: words.removed }
  if (status !== 'ready') return undefined
  if (moderation === 'pending') return { tone: 'waiting', words: words.beingChecked }
  if (moderation === 'held') return { tone: 'waiting', words: words.held }
  return moderation === 'limited' ? { tone: 'waiting', words: words.limited } : undefined
}

function failure({ error }: Item): string {
  return error ? `${error.title}: ${error.detail}` : words.failed
}

function ready(visibility: Item['visibility'], percent: number): string {
  const who = words.audience[visibility]
  return percent < 100 ? `${who} · ${words.moreQualities}` : who
}

const place = (stream?: Progress | null) =>
  stream?.queue_place ? ` · ${words.place(stream.queue_place)}` : ''

function left(stream?: Progress | null): string {
  const seconds = stream?.eta_seconds
  return seconds === null || seconds === undefined ? '' : ` · ${words.left(seconds)}`
}
