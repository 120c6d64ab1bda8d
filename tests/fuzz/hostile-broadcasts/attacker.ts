import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { HostileSources } from './hostile-sources.ts'
import type { RtmpTarget } from './rtmp-attacker.ts'

export interface AttackerSetup {
  name: string
  url: string
  cookies: [string, string][]
  sources: HostileSources
  /** What the server must tell the attacker. */
  expected: RegExp
  /** Set if the attacker sends over RTMP. */
  rtmp?: RtmpTarget
}

export interface AttackerReport {
  /** What the server has told the attacker, and how often. */
  messages: [string, number][]
  /** The number of chunks or connections. */
  requests: number
}

/** A hostile sender in a thread (attacker-thread.ts). */
export class Attacker {
  readonly #thread: Worker

  private constructor(thread: Worker) {
    this.#thread = thread
  }

  static async start(setup: AttackerSetup): Promise<Attacker> {
    const thread = new Worker(new URL('attacker-thread.ts', import.meta.url), { workerData: setup })
    await once(thread, 'message')
    return new Attacker(thread)
  }

  async attack(milliseconds: number): Promise<void> {
    await this.#ask({ attackMs: milliseconds })
  }

  /** Ends the broadcasts of the attacker, and stops the thread. */
  async finish(): Promise<AttackerReport> {
    const report = await this.#ask('finish')
    await this.#thread.terminate()
    return report
  }

  async #ask(message: { attackMs: number } | 'finish'): Promise<AttackerReport> {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- messages to and from a worker have no target origin
    this.#thread.postMessage(message)
    const [report] = (await once(this.#thread, 'message')) as [AttackerReport]
    return report
  }
}
