import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { log } from '../log.ts'
import { dropCachedPages, setPageCacheInvalidator } from '../pages/page-cache.ts'

let client: pg.Client | undefined
let databaseUrl = ''
let stopped = true
let onNotification: (payload: string) => void = () => {}
let onReconnect: () => void = () => {}

/**
 * Starts listening for database notifications (`pg_notify`) from all processes, on one connection per
 * process. Notifications arrive in the order in which their transactions were committed. `onReconnect` is
 * called when a lost connection has been restored, because notifications may have been missed in the
 * meantime.
 */
export async function startPostgresListener(
  url: string,
  handlers: { onNotification: (payload: string) => void; onReconnect: () => void },
): Promise<void> {
  databaseUrl = url
  ;({ onNotification, onReconnect } = handlers)
  stopped = false
  await connect()
}

export async function stopPostgresListener(): Promise<void> {
  stopped = true
  const last = client
  client = undefined
  setPageCacheInvalidator(undefined)
  await last?.end().catch(() => {})
}

/**
 * Resolves once every notification whose transaction was committed before this call has arrived. Rejects if
 * the database connection is lost.
 */
export async function waitForPendingPostgresNotifications(): Promise<void> {
  if (!client) throw new Error('not listening for database notifications')
  await roundTrip(client)
}

/** The reply to this query arrives after all notifications that were sent before the query. */
async function roundTrip(connection: pg.Client): Promise<void> {
  await connection.query({ text: 'select', query_timeout: 1000 } as pg.QueryConfig)
}

async function connect(): Promise<void> {
  const fresh = new pg.Client({
    connectionString: databaseUrl,
    keepAlive: true,
    connectionTimeoutMillis: 5000,
  })
  fresh.on('error', () => {})
  fresh.on('notification', ({ channel, payload = '' }) => {
    if (channel === 'pages') dropCachedPages(payload)
    else onNotification(payload)
  })
  await fresh.connect()
  await fresh.query('listen live; listen pages')
  // This handler calls `reconnect` only if an established connection was lost. `reconnect` already retries
  // failed attempts to connect, and a second retry here would double the connections.
  fresh.on('end', () => {
    if (client !== fresh) return
    setPageCacheInvalidator(undefined)
    void reconnect()
  })
  client = fresh
  setPageCacheInvalidator(() => roundTrip(fresh))
  if (stopped) await fresh.end()
}

/**
 * Reconnects to the database after the connection is lost. The delay before each attempt is twice the
 * previous delay, from 250 ms up to at most 1 s.
 */
async function reconnect(): Promise<void> {
  for (let wait = 250; ; wait = Math.min(2 * wait, 1000)) {
    await pause(wait)
    if (stopped) return
    const isBack = await connect().then(
      () => true,
      () => false,
    )
    if (!isBack) continue
    log.info('live updates reconnected')
    onReconnect()
    return
  }
}
