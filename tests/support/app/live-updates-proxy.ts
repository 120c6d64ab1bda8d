import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { startLiveUpdates, stopLiveUpdates } from '#server/platform/live-updates/live-updates.ts'
import { type FlakyProxy, startFlakyProxy } from '../servers/flaky-proxy.ts'

/**
 * Restarts the live-update module with a database connection through a proxy. After the test, live updates
 * use a direct connection again.
 */
export async function proxyLiveUpdates(t: TestContext, databaseUrl: string): Promise<FlakyProxy> {
  const url = new URL(databaseUrl)
  const proxy = await startFlakyProxy({ path: join(url.searchParams.get('host')!, '.s.PGSQL.5432') })
  t.after(async () => {
    await stopLiveUpdates()
    await startLiveUpdates(databaseUrl)
    await proxy.close()
  })
  await stopLiveUpdates()
  await startLiveUpdates(`postgres://${url.username}@127.0.0.1:${proxy.port}${url.pathname}`)
  return proxy
}
