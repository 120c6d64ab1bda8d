import { setTimeout as pause } from 'node:timers/promises'

/**
 * One thing that is one of a few values, and what is known of it: an acknowledged write leaves one value possible, a write
 * whose answer never came leaves two.
 */
export class ValueRegister<Value> {
  possible: Set<Value>
  #turn: Promise<void> = Promise.resolve()

  constructor(value: Value) {
    this.possible = new Set([value])
  }

  is(value: Value): void {
    this.possible = new Set([value])
  }

  maybe(value: Value): void {
    this.possible.add(value)
  }

  get isSure(): boolean {
    return this.possible.size === 1
  }

  /** What the next write would change; whoever is unsure writes either. */
  get likely(): Value {
    return [...this.possible].at(-1)!
  }

  /** Writes to one thing follow each other; those to different things do not wait. */
  async inTurn(work: () => Promise<'sure' | 'unsure'>): Promise<void> {
    const before = this.#turn
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#turn = promise
    await before
    const how = await work()
    // What was sent may still be under way, and must not overtake the next: longer than any request lasts.
    if (how === 'unsure') void pause(settleMs, undefined, { ref: false }).then(resolve)
    else resolve()
  }
}

const settleMs = 8000

/** Registers by name, made when they are first spoken of. */
export class RegisterMap<Value> {
  readonly all = new Map<string, ValueRegister<Value>>()
  readonly #first: Value

  constructor(first: Value) {
    this.#first = first
  }

  of(...name: string[]): ValueRegister<Value> {
    const key = name.join(' ')
    const known = this.all.get(key)
    if (known) return known
    const fresh = new ValueRegister(this.#first)
    this.all.set(key, fresh)
    return fresh
  }
}

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
