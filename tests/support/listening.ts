import type { LiveEventName } from '#contract/live.ts'
import { contentEvents } from '#contract/live.ts'
import type { Person } from './house.ts'

export interface Heard {
  id: number
  name: LiveEventName | 'heartbeat'
  data: Record<string, unknown>
}

/** Follows an item's live updates as a browser does. `next(name)` resolves with the next message of that name. */
export function listen(person: Person, contentId: string, after?: number) {
  return listenTo(person, contentEvents(contentId), after)
}

export async function listenTo(person: Person, path: string, after?: number) {
  const stop = new AbortController()
  const query = after === undefined ? '' : `?after=${after}`
  const answer = await person.fetch(path + query, { signal: stop.signal })
  if (answer.status !== 200) throw new Error(`live updates answered ${answer.status}`)
  const heard: Heard[] = []
  const waiting: { name: string; resolve: (message: Heard) => void }[] = []
  const ended = read(answer.body!, (message) => {
    heard.push(message)
    const at = waiting.findIndex(({ name }) => name === message.name)
    if (at >= 0) waiting.splice(at, 1)[0]!.resolve(message)
  })
  return {
    heard,
    ended,
    next(name: LiveEventName): Promise<Heard> {
      return new Promise((resolve, reject) => {
        waiting.push({ name, resolve })
        ended.then(() => reject(new Error(`the stream ended before ${name}`)), reject)
      })
    },
    async stop() {
      stop.abort()
      await ended.catch(() => {})
    },
  }
}

async function read(body: ReadableStream<Uint8Array>, hear: (message: Heard) => void): Promise<void> {
  let rest = ''
  for await (const text of body.pipeThrough(
    new TextDecoderStream() as never,
  ) as unknown as AsyncIterable<string>) {
    const blocks = (rest + text).split('\n\n')
    rest = blocks.pop()!
    for (const block of blocks) hear(parse(block))
  }
}

function parse(block: string): Heard {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? ''
  return {
    id: Number(field('id')),
    name: field('event') as LiveEventName,
    data: JSON.parse(field('data') || '{}'),
  }
}
