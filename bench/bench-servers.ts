import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type HttpVisitor, signUpOverHttp } from '#tests/support/clients/http-visitor.ts'
import { createTestDatabase } from '#tests/support/postgres/test-database.ts'
import {
  type ServerProcess,
  createDataDir,
  startServerProcess,
} from '#tests/support/processes/server-process.ts'

/** Somebody who has just joined: on their first day nobody may send a folder of films. */
export type JoinNewMember = () => Promise<HttpVisitor>

/**
 * The product in processes of its own, people who join, and a folder to make films in; all gone afterwards. With more than one
 * worker the others are processes beside the first, on the same database and the same files.
 */
export async function withBenchServers<T>(
  workers: number,
  act: (newcomer: JoinNewMember, folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'afterbell-bench-'))
  const dataDir = await createDataDir()
  const database = workers > 1 ? await createTestDatabase() : undefined
  const env = { PACE: '0', ...(database && { DATABASE_URL: database.url }) }
  const servers: ServerProcess[] = [await startServerProcess({ dataDir, env })]
  try {
    for (let nth = 1; nth < workers; nth++)
      servers.push(await startServerProcess({ dataDir, env: { ...env, ROLE: 'worker' } }))
    let people = 0
    return await act(() => signUpOverHttp(servers[0]!.url, `ada${(people += 1)}`), folder)
  } finally {
    for (const server of servers) await server.stop()
    await database?.drop()
    for (const path of [folder, dataDir]) await rm(path, { recursive: true, force: true })
  }
}
