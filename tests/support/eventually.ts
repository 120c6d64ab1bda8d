import { setTimeout as pause } from 'node:timers/promises'

/** Asks until there is an answer, for things that another process or a job does; fails after `seconds`. */
export async function eventually<T>(
  ask: () => Promise<T | undefined | false | null>,
  seconds = 20,
): Promise<T> {
  const end = Date.now() + seconds * 1000
  for (;;) {
    const answer = await ask()
    if (answer) return answer
    if (Date.now() > end) throw new Error(`not within ${seconds} s`)
    await pause(50)
  }
}
