import { setTimeout as pause } from 'node:timers/promises'

/**
 * Polls until another process or a job has produced a result. Throws if there is no result within `seconds`.
 * Polls often at first, because most results are available almost immediately.
 */
export async function waitUntil<T>(
  ask: () => T | Promise<T>,
  seconds = 20,
): Promise<Exclude<T, undefined | false | null>> {
  const end = Date.now() + seconds * 1000
  for (let wait = 10; ; wait = Math.min(wait + 10, 50)) {
    const answer = await ask()
    if (answer) return answer as Exclude<T, undefined | false | null>
    if (Date.now() > end) throw new Error(`not within ${seconds} s: ${ask}`)
    await pause(wait)
  }
}
