import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Visitor, joined } from '#tests/media/member.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { type StartedServer, freshDataDir, startServer } from '#tests/support/server.ts'

/** Somebody who has just joined: on their first day nobody may send a folder of films. */
export type Newcomer = () => Promise<Visitor>

/**
 * The product in processes of its own, people who join, and a folder to make films in; all gone afterwards. With more than one
 * worker the others are processes beside the first, on the same database and the same files.
 */
export async function scene<T>(
  workers: number,
  act: (newcomer: Newcomer, folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'afterbell-bench-'))
  const dataDir = await freshDataDir()
  const database = workers > 1 ? await freshDatabase() : undefined
  const env = { PACE: '0', ...(database && { DATABASE_URL: database.url }) }
  const servers: StartedServer[] = [await startServer({ dataDir, env })]
  try {
    for (let nth = 1; nth < workers; nth++)
      servers.push(await startServer({ dataDir, env: { ...env, ROLE: 'worker' } }))
    let people = 0
    return await act(() => joined(servers[0]!.url, `ada${(people += 1)}`), folder)
  } finally {
    for (const server of servers) await server.stop()
    await database?.drop()
    for (const path of [folder, dataDir]) await rm(path, { recursive: true, force: true })
  }
}
