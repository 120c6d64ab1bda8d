import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../db/db.ts'

/*
 * Signals wake up code in other processes that waits for a change in the database. A signal has a name and no
 * data, and is not stored. Signals can be lost when the database connection breaks, so code that waits for a
 * signal must also check the database from time to time.
 */

const prefix = 'signal:'
const listeners = new Map<string, Set<() => void>>()

/** Sends a signal to all processes when the transaction commits. */
export async function sendSignal(tx: Db | Tx, name: string): Promise<void> {
  await sql`select ${signalSql(name)}`.execute(tx)
}

/** Returns the SQL expression that sends a signal, for use in a larger statement. */
export function signalSql(name: string): RawBuilder<unknown> {
  return sql`pg_notify('live', ${prefix + name})`
}

/** Calls the listener on every signal with this name. Returns a function that removes the listener. */
export function onSignal(name: string, listener: () => void): () => void {
  const known = listeners.get(name) ?? new Set()
  listeners.set(name, known.add(listener))
  return () => {
    known.delete(listener)
    if (known.size === 0 && listeners.get(name) === known) listeners.delete(name)
  }
}

/**
 * Handles a database notification (`pg_notify`). Returns true if the notification was a signal.
 */
export function handleSignal(payload: string): boolean {
  if (!payload.startsWith(prefix)) return false
  for (const listener of listeners.get(payload.slice(prefix.length)) ?? []) listener()
  return true
}

/** Calls all listeners after the connection has been lost, because signals may have been missed. */
export function repeatAllSignals(): void {
  for (const known of listeners.values()) for (const listener of known) listener()
}

/** Remembers signals with this name, so that none is missed between two waits. Call `close` at the end. */
export class SignalWatch {
  #hasFired = false
  #wake: (() => void) | undefined
  readonly close: () => void

  constructor(name: string) {
    this.close = onSignal(name, () => {
      this.#hasFired = true
      this.#wake?.()
    })
  }

  /**
   * Resolves immediately if there has been a signal since the last wait, otherwise at the next signal or
   * after `timeoutMs`. Rejects when `signal` is aborted.
   */
  async wait(timeoutMs: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted()
    if (!this.#hasFired) await this.#nextSignal(timeoutMs, signal)
    this.#hasFired = false
    signal?.throwIfAborted()
  }

  async #nextSignal(timeoutMs: number, signal: AbortSignal | undefined): Promise<void> {
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, Math.max(0, timeoutMs))
      this.#wake = done
      signal?.addEventListener('abort', done)
    })
    this.#wake = undefined
  }
}
