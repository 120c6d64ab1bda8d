import { setTimeout as pause } from 'node:timers/promises'

interface SendingOptions {
  seconds: number
  /** The number of the first chunk that is sent, and the number after the last one. */
  from?: number
  to?: number
  /** How many times faster than real time the source is sent. */
  speed?: number
  /** After this signal, the rest of the source is sent at four times the normal speed. */
  hurry?: AbortSignal
  /** Ends the sending early. */
  signal?: AbortSignal
  /** Where each chunk ends, in bytes. By default, all chunks have the same size. */
  chunkEnds?: readonly number[]
}

const hurriedChunkMs = 60

/**
 * Sends the bytes of a live source as a browser does: in numbered chunks of 250 ms each, in real time.
 * Returns the number of the next chunk.
 */
export async function sendInRealTime(
  bytes: Uint8Array<ArrayBuffer>,
  { seconds, from = 0, to = Infinity, speed = 1, hurry, signal, chunkEnds }: SendingOptions,
  send: (number: number, chunk: Uint8Array<ArrayBuffer>) => Promise<void>,
): Promise<number> {
  const count = Math.ceil(seconds * 4)
  const size = Math.ceil(bytes.byteLength / count)
  const chunkMs = 250 / speed
  const startedAt = performance.now()
  let number = from
  for (; number < Math.min(count, to); number += 1) {
    if (signal?.aborted) break
    const waitMs = Math.max(0, startedAt + chunkMs * (number - from + 1) - performance.now())
    await pause(waitMs, undefined, { signal: hurry }).catch(() => pause(hurriedChunkMs))
    const [start, end] = chunkEnds
      ? [chunkEnds[number - 1] ?? 0, chunkEnds[number]]
      : [number * size, (number + 1) * size]
    await send(number, bytes.slice(start, end))
  }
  return number
}
