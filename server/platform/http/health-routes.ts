import { sql } from 'kysely'
import { db } from '../db/db.ts'
import { defineRawRoute } from './routes.ts'

/**
 * The health checks. `/healthz` reports that the process is alive. `/readyz` reports whether the process can
 * serve requests and whether the database responds.
 */
export const healthRoutes = [
  defineRawRoute(['GET'], '/healthz', () => new Response('ok\n')),
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
