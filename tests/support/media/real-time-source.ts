import { setTimeout as pause } from 'node:timers/promises'

interface SendingOptions {
  seconds: number
  /** The number of the first chunk that is sent, and the number after the last one. */
  from?: number
  to?: number
  /** How many times faster than real time the source is sent. */
  speed?: number
  /** Ends the sending early. */
  signal?: AbortSignal
}

/**
 * Sends the bytes of a live source as a browser does: in numbered chunks of 250 ms each, in real time.
 * Returns the number of the next chunk.
 */
export async function sendInRealTime(
  bytes: Uint8Array<ArrayBuffer>,
  { seconds, from = 0, to = Infinity, speed = 1, signal }: SendingOptions,
  send: (number: number, chunk: Uint8Array<ArrayBuffer>) => Promise<void>,
): Promise<number> {
  const count = Math.ceil(seconds * 4)
  const size = Math.ceil(bytes.byteLength / count)
  const chunkMs = 250 / speed
  const startedAt = performance.now()
  let number = from
  for (; number < Math.min(count, to); number += 1) {
    if (signal?.aborted) break
    await pause(Math.max(0, startedAt + chunkMs * (number - from + 1) - performance.now()))
    await send(number, bytes.slice(number * size, (number + 1) * size))
  }
  return number
}
