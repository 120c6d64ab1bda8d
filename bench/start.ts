import { rm } from 'node:fs/promises'
import { freshDataDir, startServer } from '#tests/support/server.ts'
import { type Held, idleMemory } from './memory.ts'
import { type Figure, median } from './table.ts'

/** What one start with data of an earlier one costs. */
export interface Started {
  seconds: number
  held: Held[]
}

/** Starts a new server, looks at a few pages, ends it; then starts it again with the data that is there, `runs` times. */
export async function restart(by: 'npm' | 'node', runs: number): Promise<Started[]> {
  const dataDir = await freshDataDir()
  try {
    await once(dataDir, by)
    const started: Started[] = []
    for (let nth = 0; nth < runs; nth++) started.push(await once(dataDir, by))
    return started
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function once(dataDir: string, by: 'npm' | 'node'): Promise<Started> {
  const server = await startServer({ dataDir, by })
  try {
    for (const page of ['/', '/music', '/login', '/api/content'])
      await (await fetch(server.url + page)).text()
    return { seconds: server.answeredAfter, held: await idleMemory(server.pid) }
  } finally {
    await server.stop()
  }
}

export function figuresOf(by: string, started: readonly Started[]): Figure[] {
  return [
    {
      what: `${by}: second start → first answer`,
      value: median(started.map(({ seconds }) => seconds)),
      unit: 's',
      bar: 3,
    },
    {
      what: `${by}: idle memory, all processes (PSS)`,
      value: median(started.map(({ held }) => held.reduce((sum, { megabytes }) => sum + megabytes, 0))),
      unit: 'MB',
      bar: 400,
    },
  ]
}
