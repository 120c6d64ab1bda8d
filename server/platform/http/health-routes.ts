import { sql } from 'kysely'
import { db } from '../db/db.ts'
import { getRequestAddress } from './client-address.ts'
import { defineRawRoute } from './routes.ts'

/**
 * The health checks. `/healthz` reports that the process is alive. `/readyz` reports whether the process can serve
 * requests and whether the database responds. `/healthz/client` returns the client address that the server sees, so
 * that `admin -- doctor` can check the reverse proxy.
 */
export const healthRoutes = [
  defineRawRoute(['GET'], '/healthz', () => new Response('ok\n')),
  defineRawRoute(
    ['GET'],
    '/healthz/client',
    (c) => new Response(`${getRequestAddress(c)}\n`, { headers: { 'cache-control': 'no-store' } }),
  ),
  defineRawRoute(['GET'], '/readyz', async () => {
    const answers = await sql`select 1`.execute(db).then(
      () => true,
      () => false,
    )
    return new Response(answers ? 'ready\n' : 'the database does not answer\n', {
      status: answers ? 200 : 503,
    })
  }),
]
