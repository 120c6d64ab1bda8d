import { setTimeout as pause } from 'node:timers/promises'

/**
 * The values that a stored field can currently have: one value after an acknowledged write, and two values
 * after a write without a response.
 */
export class PossibleStoredValues<Value> {
  possible: Set<Value>
  #turn: Promise<void> = Promise.resolve()

  constructor(value: Value) {
    this.possible = new Set([value])
  }

  set(value: Value): void {
    this.possible = new Set([value])
  }

  addPossible(value: Value): void {
    this.possible.add(value)
  }

  get isSure(): boolean {
    return this.possible.size === 1
  }

  /**
   * Returns the value that is assumed to be stored when the next write is chosen. If two values are possible,
   * either of them can be assumed.
   */
  get likely(): Value {
    return [...this.possible].at(-1)!
  }

  /** Serializes writes to this field, while writes to different fields run concurrently. */
  async inTurn(work: () => Promise<'sure' | 'unsure'>): Promise<void> {
    const before = this.#turn
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#turn = promise
    await before
    const how = await work()
    // If a request got no response, the server may still be processing it. The next write waits longer than
    // any request can take. Otherwise, the unanswered request could take effect after the next write.
    if (how === 'unsure') void pause(settleMs, undefined, { ref: false }).then(resolve)
    else resolve()
  }
}

const settleMs = 8000

/** The possible values of each stored field, by the field's key. An entry is created on first use. */
export class PossibleStoredValuesMap<Value> {
  readonly all = new Map<string, PossibleStoredValues<Value>>()
  readonly #first: Value

  constructor(first: Value) {
    this.#first = first
  }

  of(...name: string[]): PossibleStoredValues<Value> {
    const key = name.join(' ')
    const known = this.all.get(key)
    if (known) return known
    const fresh = new PossibleStoredValues(this.#first)
    this.all.set(key, fresh)
    return fresh
  }
}
