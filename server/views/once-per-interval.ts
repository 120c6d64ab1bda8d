import { createHmac, randomBytes } from 'node:crypto'

/**
 * Does `work` for a name unless it was done for it in the last `minutes`; what failed was not done. Names are remembered as
 * hashes under a key that this process makes for itself and tells nobody: nothing of them can be read back, here or anywhere.
 * `most`: of more, those of the longest ago are forgotten first.
 */
export function oncePerInterval({ minutes, most }: { minutes: number; most: number }) {
  const key = randomBytes(32)
  const done = new Map<string, number>()

  /** Whoever was remembered last stands last. */
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
