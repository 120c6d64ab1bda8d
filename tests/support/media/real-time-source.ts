import { setTimeout as pause } from 'node:timers/promises'

/**
 * Sends the bytes of a live source as a browser does: in numbered chunks of 250 ms each, in real time.
 * Returns the number of the next chunk.
 */
export async function sendInRealTime(
  bytes: Uint8Array<ArrayBuffer>,
  { seconds, from = 0, to = Infinity }: { seconds: number; from?: number; to?: number },
  send: (number: number, chunk: Uint8Array<ArrayBuffer>) => Promise<void>,
): Promise<number> {
  const count = Math.ceil(seconds * 4)
  const size = Math.ceil(bytes.byteLength / count)
  const startedAt = performance.now()
  let number = from
  for (; number < Math.min(count, to); number += 1) {
    await pause(Math.max(0, startedAt + 250 * (number - from + 1) - performance.now()))
    await send(number, bytes.slice(number * size, (number + 1) * size))
  }
  return number
}
