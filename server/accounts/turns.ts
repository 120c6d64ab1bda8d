/** Of one place so many at once; a password's check keeps one of Node's four threads busy, so that more would gain nothing. */
const atOnce = 8

const busy = new Map<string, { running: number; waiting: (() => void)[] }>()

/**
 * Lets those of one place go a few at a time, in the order they came. What is counted before it is known to be right would
 * otherwise refuse a school class that signs in at the same moment; and a crowd of guesses from one place takes its turn, too.
 */
export async function inTurn<T>(place: string, work: () => Promise<T>): Promise<T> {
  const here = busy.get(place) ?? { running: 0, waiting: [] }
  busy.set(place, here)
  // Who waits is handed the turn of who ends, so that nobody slips in between.
  if (here.running === atOnce) await new Promise<void>((resolve) => here.waiting.push(resolve))
  else here.running += 1
  try {
    return await work()
  } finally {
    const next = here.waiting.shift()
    if (next) next()
    else if ((here.running -= 1) === 0) busy.delete(place)
  }
}
