import pg from 'pg'
import type { MeasuredOperation } from '../measured-operations.ts'
import { makeRequest } from './operations.ts'
import type { ScaleSite } from './scale-site.ts'

const requests = 20

/**
 * Counts the statements and notifications of one request of an operation, in this process. The requests come one after
 * another, so they share nothing. `numberFrom` is the number of the first request.
 */
export async function countStatements(
  site: ScaleSite,
  name: MeasuredOperation,
  numberFrom: number,
): Promise<{ statements: number; notifications: number }> {
  const original = pg.Client.prototype.query as (...args: unknown[]) => unknown
  let statements = 0
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    statements += 1
    return original.apply(this, args)
  } as never
  let notifications = 0
  const listener = new pg.Client({ connectionString: site.databaseUrl })
  try {
    await listener.connect()
    await listener.query('listen live; listen pages')
    listener.on('notification', () => (notifications += 1))
    statements = 0
    for (let nth = 0; nth < requests; nth += 1) {
      const { method, path, headers = {}, body } = makeRequest(site, name, numberFrom + nth)
      const url = new URL(path, site.url)
      const response = await site.app.request(
        new Request(url, { method, headers, ...(body ? { body } : {}) }),
      )
      await response.arrayBuffer()
      if (!response.ok) throw new Error(`${name} responded with ${response.status}`)
    }
    const counted = statements
    // Notifications are delivered before the response to the next statement.
    await listener.query('select 1')
    return { statements: counted / requests, notifications: notifications / requests }
  } finally {
    pg.Client.prototype.query = original as never
    await listener.end()
  }
}
