import type { OwnContent } from '#contract/content.ts'
import type { Stream } from '#contract/uploads.ts'

/** How an upload stands, in words and in one of four tones. */
export interface Standing {
  tone: 'moving' | 'waiting' | 'good' | 'bad'
  words: string
  /** 0–100 for a bar; absent where there is nothing to measure. */
  percent?: number
}

type Item = Pick<OwnContent, 'stream_status' | 'percent' | 'visibility' | 'error'>
type Progress = Pick<Stream, 'queue_place' | 'eta_seconds' | 'percent'>

/** `stream` is fresher than the list and knows the queue, where one was asked for. */
export function standingOf(item: Item, stream?: Progress | null): Standing {
  const percent = Math.floor(stream?.percent ?? item.percent)
  if (item.stream_status === 'uploading')
    return { tone: 'waiting', words: 'Not finished: pick the same file to go on' }
  if (item.stream_status === 'failed') return { tone: 'bad', words: failure(item) }
  if (item.stream_status === 'ready') return { tone: 'good', words: ready(item.visibility, percent) }
  if (item.stream_status === 'received' || stream?.queue_place)
    return { tone: 'waiting', words: `Waiting${place(stream)}${left(stream)}` }
  return { tone: 'moving', words: `Processing ${percent}%${left(stream)}`, percent }
}

function failure({ error }: Item): string {
  return error ? `${error.title}: ${error.detail}` : 'Processing failed.'
}

function ready(visibility: Item['visibility'], percent: number): string {
  const who = {
    public: 'Everyone can watch',
    followers: 'Followers can watch',
    only_me: 'Only you can watch',
  }
  return percent < 100 ? `${who[visibility]} · more qualities are on their way` : who[visibility]
}

const place = (stream?: Progress | null) =>
  stream?.queue_place ? ` · number ${stream.queue_place} in line` : ''

/** In one piece: "about 9 s left" is never broken over two lines. */
function left(stream?: Progress | null): string {
  const seconds = stream?.eta_seconds
  if (seconds === null || seconds === undefined) return ''
  const amount = seconds < 60 ? `${Math.max(1, Math.ceil(seconds))} s` : `${Math.ceil(seconds / 60)} min`
  return ` · ${`about ${amount} left`.replaceAll(' ', '\u00a0')}`
}
