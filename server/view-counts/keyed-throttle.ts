import { createHmac, randomBytes } from 'node:crypto'

/**
 * Returns a function that runs `work` at most once every `minutes` minutes for each key. If `work` fails, the
 * next call for the same key runs `work` again. Keys are stored as hashes keyed with a random secret that
 * never leaves the process, so the original keys cannot be recovered. `most` is the maximum number of
 * remembered keys. When there are more, the oldest keys are forgotten.
 */
export function createKeyedThrottle({ minutes, most }: { minutes: number; most: number }) {
  const key = randomBytes(32)
  const done = new Map<string, number>()

  /**
   * Forgets expired keys and, if there are too many keys, the oldest ones. The entries of the map are in
   * chronological order.
   */
  function forget(since: number): void {
    for (const [name, at] of done) {
      if (at > since && done.size < most) return
      done.delete(name)
    }
  }

  return async (name: string, work: () => Promise<unknown>, now = Date.now()): Promise<void> => {
    const hashed = createHmac('sha256', key).update(name).digest('base64url').slice(0, 16)
    const since = now - minutes * 60_000
    if ((done.get(hashed) ?? -Infinity) > since) return
    forget(since)
    done.delete(hashed)
    done.set(hashed, now)
    try {
      await work()
    } catch (error) {
      done.delete(hashed)
      throw error
    }
  }
}
