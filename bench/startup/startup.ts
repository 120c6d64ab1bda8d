import { rm } from 'node:fs/promises'
import { createDataDir, startServerProcess } from '#tests/support/processes/server-process.ts'
import { type ProcessMemory, measureIdleMemory } from './idle-memory.ts'
import type { BenchMetric } from '../bench-metrics.ts'
import { median } from '#tests/support/measurements/statistics.ts'

/** The time and memory that the server needs to start with existing data. */
export interface StartupResult {
  seconds: number
  held: ProcessMemory[]
}

/** Starts a new server, opens some pages and stops it, then restarts it `runs` times with the existing data. */
export async function benchStartup(by: 'npm' | 'node', runs: number): Promise<StartupResult[]> {
  const dataDir = await createDataDir()
  try {
    await startOnce(dataDir, by)
    const started: StartupResult[] = []
    for (let nth = 0; nth < runs; nth++) started.push(await startOnce(dataDir, by))
    return started
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function startOnce(dataDir: string, by: 'npm' | 'node'): Promise<StartupResult> {
  const server = await startServerProcess({ dataDir, by })
  try {
    for (const page of ['/', '/music', '/login', '/api/content'])
      await (await fetch(server.url + page)).text()
    return { seconds: server.answeredAfter, held: await measureIdleMemory(server.pid) }
  } finally {
    await server.stop()
  }
}

export function toStartupMetrics(by: string, started: readonly StartupResult[]): BenchMetric[] {
  return [
    {
      name: `${by}: restart → first response`,
      value: median(started.map(({ seconds }) => seconds)),
      unit: 's',
      max: 3,
    },
    {
      name: `${by}: idle memory, all processes (PSS)`,
      value: median(started.map(({ held }) => held.reduce((sum, { megabytes }) => sum + megabytes, 0))),
      unit: 'MB',
      max: 400,
    },
  ]
}
