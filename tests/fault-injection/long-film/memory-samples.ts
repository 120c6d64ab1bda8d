import { setTimeout as pause } from 'node:timers/promises'
import { median } from '#tests/support/measurements/statistics.ts'
import { readResidentMegabytes } from '#tests/support/processes/process-tree.ts'
import type { ServerProcess } from '#tests/support/processes/server-process.ts'

const sampleSeconds = 3
/** A process that has just started fills its caches. */
const warmupSeconds = 60

/** The resident memory of one process over time. */
interface ProcessMemory {
  role: 'web' | 'worker'
  samples: { at: number; megabytes: number }[]
}

/** Samples the resident memory of web servers and workers, without the processes that encode. */
export class MemorySamples {
  readonly #processes = new Map<number, ProcessMemory>()
  readonly #over = new AbortController()
  readonly #sampling: Promise<void>

  constructor(list: () => { web: ServerProcess; workers: Iterable<ServerProcess> }) {
    this.#sampling = this.#sample(list)
  }

  async #sample(list: () => { web: ServerProcess; workers: Iterable<ServerProcess> }): Promise<void> {
    const { signal } = this.#over
    while (!signal.aborted) {
      const { web, workers } = list()
      await Promise.all([this.#read(web, 'web'), ...[...workers].map((one) => this.#read(one, 'worker'))])
      await pause(sampleSeconds * 1000, undefined, { signal }).catch(() => {})
    }
  }

  async #read({ pid }: ServerProcess, role: 'web' | 'worker'): Promise<void> {
    const megabytes = await readResidentMegabytes(pid)
    if (megabytes === 0) return
    const known = this.#processes.get(pid) ?? { role, samples: [] }
    known.samples.push({ at: Date.now(), megabytes })
    this.#processes.set(pid, known)
  }

  /** Returns the first sample, the median and the maximum of all processes with this role, in megabytes. */
  summarize(role: 'web' | 'worker'): { first: number; median: number; max: number } {
    const all = this.#list(role).flatMap(({ samples }) => samples.map(({ megabytes }) => megabytes))
    return { first: all[0] ?? 0, median: all.length > 0 ? median(all) : 0, max: Math.max(0, ...all) }
  }

  /**
   * Compares the last third of each process's life with the third before it, and returns the largest growth, such
   * as 1.05, and the slope in megabytes per hour. The first minute does not count, and neither do processes that
   * lived for less than two minutes.
   */
  measureGrowth(role: 'web' | 'worker'): { factor: number; megabytesPerHour: number; processes: number } {
    const growths = this.#list(role).flatMap(({ samples }) => {
      const warm = samples.filter(({ at }) => at > samples[0]!.at + warmupSeconds * 1000)
      const third = Math.floor(warm.length / 3)
      if (third < 60 / sampleSeconds / 3) return []
      const middle = median(warm.slice(third, 2 * third).map(({ megabytes }) => megabytes))
      const last = median(warm.slice(-third).map(({ megabytes }) => megabytes))
      const hours = (warm.at(-1)!.at - warm[0]!.at) / 3 / 3_600_000
      return [{ factor: last / middle, megabytesPerHour: (last - middle) / hours }]
    })
    const largest = growths.toSorted((a, b) => b.factor - a.factor)[0]
    return { factor: 1, megabytesPerHour: 0, ...largest, processes: growths.length }
  }

  /** Describes the memory of each process over time, in ten steps, to find out what a process did when it grew. */
  describe(role: 'web' | 'worker'): string[] {
    return this.#list(role).map(({ samples }) => {
      const step = Math.max(1, Math.floor(samples.length / 10))
      const values = samples.filter((_, n) => n % step === 0)
      const from = new Date(samples[0]!.at).toISOString().slice(11, 19)
      return `${role} from ${from}: ${values.map(({ megabytes }) => megabytes.toFixed(0)).join(' ')} MB`
    })
  }

  #list(role: 'web' | 'worker'): ProcessMemory[] {
    return [...this.#processes.values()].filter((one) => one.role === role)
  }

  async stop(): Promise<void> {
    this.#over.abort()
    await this.#sampling
  }
}
