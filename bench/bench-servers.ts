import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type HttpTestClient, signUpOverHttp } from '#tests/support/clients/http-test-client.ts'
import { createTestDatabase } from '#tests/support/postgres/test-database.ts'
import {
  type ServerProcess,
  createDataDir,
  startServerProcess,
} from '#tests/support/processes/server-process.ts'

/**
 * Creates a new member. New accounts have upload limits on their first day, so one member cannot upload a whole
 * folder.
 */
export type MemberFactory = () => Promise<HttpTestClient>

/**
 * Runs the product in separate processes and provides a folder for clips and a function that signs up a new
 * member. At the end, stops all processes and deletes all data. Additional workers are separate processes
 * that share the database and the files.
 */
export async function withBenchServers<T>(
  workers: number,
  act: (newcomer: MemberFactory, folder: string) => Promise<T>,
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
