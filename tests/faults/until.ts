import { setTimeout as pause } from 'node:timers/promises'

/** Resolves as soon as it is so; throws when it is not within so many seconds. */
export async function until(is: () => boolean | Promise<boolean>, seconds = 20): Promise<void> {
  const latest = Date.now() + seconds * 1000
  while (!(await is())) {
    if (Date.now() > latest) throw new Error(`not within ${seconds} s: ${is}`)
    await pause(10)
  }
}
