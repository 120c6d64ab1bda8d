import { type TestApp, createTestEnvironment, startTestApp } from '#tests/support/app/test-app.ts'
import { type ServerProcess, startServerProcess } from '#tests/support/processes/server-process.ts'
import { type StatementCounter, startStatementCounter } from './statement-counter.ts'

export interface CountedServer extends ServerProcess {
  statements: StatementCounter
}

/** Web processes that share a database, and access to their database and files. */
export interface HotPathSite {
  testApp: TestApp
  servers: CountedServer[]
  close(): Promise<void>
}

const metricsToken = 'bench-hot-paths-token'

export async function startHotPathSite(processes: number): Promise<HotPathSite> {
  const ground = await createTestEnvironment()
  const env = { PACE: '0', TRUST_PROXY: '127.0.0.1', METRICS_TOKEN: metricsToken }
  const testApp = await startTestApp({ ground, env: { PACE: '0' } })
  const servers: CountedServer[] = []
  for (let nth = 0; nth < processes; nth += 1) {
    const statements = await startStatementCounter(ground.database.url)
    const settings = { ...env, ROLE: 'web', DATABASE_URL: statements.databaseUrl }
    const server = await startServerProcess({ dataDir: ground.dataDir, env: settings })
    servers.push({ ...server, statements })
  }
  return {
    testApp,
    servers,
    async close() {
      for (const { stop } of servers) await stop()
      await testApp.close()
      for (const { statements } of servers) statements.close()
    },
  }
}

/** Returns the current values of a counter, by its label values. */
export async function readCounter(server: CountedServer, name: string): Promise<Map<string, number>> {
  const headers = { authorization: `Bearer ${metricsToken}` }
  const text = await (await fetch(`${server.url}/metrics`, { headers })).text()
  const lines = text.matchAll(new RegExp(`^${name}(?:\\{\\w+="(\\w+)"\\})? (\\S+)$`, 'gm'))
  return new Map([...lines].map(([, label = '', value]) => [label, Number(value)]))
}
