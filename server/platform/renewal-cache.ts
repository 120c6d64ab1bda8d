import { LRUCache } from 'lru-cache'

/** A loaded value, and until when it may be used, in milliseconds of `performance.now()`. */
export interface LoadedValue<Value> {
  value: Value
  until: number
}

interface RenewalCacheOptions<Input, Value> {
  maxEntries: number
  /** Loads the values in the order of the inputs. A result that is undefined is not kept. */
  load(inputs: Input[]): Promise<(LoadedValue<Value> | undefined)[]>
  /**
   * Returns the input with which a value that is in use is renewed, or undefined if the value should not be renewed.
   */
  renewalInput(input: Input): Input | undefined
}

interface Entry<Input, Value> extends LoadedValue<Value> {
  input: Input
  loadedAt: number
  usedAt: number
}

/** A value that was used in this many milliseconds is renewed together with others. */
const inUseMs = 10_000
/** A value that was loaded in this many milliseconds is not renewed yet. */
const minAgeMs = 1000
const maxBatchSize = 500

/**
 * A cache whose values are renewed together. When a request finds that its value has expired, the same call of `load`
 * also renews the other values in use. For values that expire after 5 s, a thousand viewers therefore need two calls
 * per 5 s instead of a thousand. No value is ever used after its `until`.
 */
export class RenewalCache<Input, Value> {
  readonly #options: RenewalCacheOptions<Input, Value>
  readonly #entries: LRUCache<string, Entry<Input, Value>>
  readonly #loading = new Map<string, Promise<Value | undefined>>()

  constructor(options: RenewalCacheOptions<Input, Value>) {
    this.#options = options
    this.#entries = new LRUCache({ max: options.maxEntries })
  }

  /** Returns the value of this key, which is loaded with `input` unless it is in the cache. */
  async get(key: string, input: Input): Promise<Value | undefined> {
    const entry = this.#entries.get(key)
    if (entry) Object.assign(entry, { input, usedAt: performance.now() })
    if (entry && entry.until > performance.now()) return entry.value
    return this.#loading.get(key) ?? this.#load(key, input)
  }

  /** Returns the value of this key if it is in the cache and has not expired. */
  peek(key: string): Value | undefined {
    const entry = this.#entries.peek(key)
    return entry && entry.until > performance.now() ? entry.value : undefined
  }

  #load(key: string, input: Input): Promise<Value | undefined> {
    const startedAt = performance.now()
    const batch = [{ key, input }, ...this.#findEntriesToRenew(key, startedAt)]
    const loaded = this.#options.load(batch.map((one) => one.input))
    const [requested, ...renewed] = batch.map((one, at) => {
      const value = loaded
        .then((results) => {
          this.#keep(one, results[at], startedAt)
          return results[at]?.value
        })
        .finally(() => this.#loading.delete(one.key))
      this.#loading.set(one.key, value)
      return value
    })
    for (const value of renewed) value.catch(() => {}) // the next request loads the value again
    return requested!
  }

  #findEntriesToRenew(key: string, now: number): { key: string; input: Input }[] {
    const found: { key: string; input: Input }[] = []
    // The entries are sorted by their last use, newest first.
    for (const [other, { input, loadedAt, usedAt }] of this.#entries.entries()) {
      if (usedAt < now - inUseMs || found.length >= maxBatchSize - 1) break
      if (other === key || loadedAt > now - minAgeMs || this.#loading.has(other)) continue
      const renewed = this.#options.renewalInput(input)
      if (renewed !== undefined) found.push({ key: other, input: renewed })
    }
    return found
  }

  #keep(
    { key, input }: { key: string; input: Input },
    result: LoadedValue<Value> | undefined,
    loadedAt: number,
  ): void {
    const known = this.#entries.peek(key)
    if (!result) this.#entries.delete(key)
    // A renewal does not count as a use, so it does not change the order of the entries.
    else if (known) Object.assign(known, { ...result, input, loadedAt })
    else this.#entries.set(key, { ...result, input, loadedAt, usedAt: loadedAt })
  }
}
