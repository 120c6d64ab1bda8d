import { sql } from 'kysely'
import { db } from '../db/db.ts'
import { rawRoute } from './routes.ts'

/** `/healthz`: the process is alive. `/readyz`: the process can serve requests and its database answers. */
export const healthRoutes = [
  rawRoute(['GET'], '/healthz', () => new Response('ok\n')),
  rawRoute(['GET'], '/readyz', async () => {
    const answers = await sql`select 1`.execute(db).then(
      () => true,
      () => false,
    )
    return new Response(answers ? 'ready\n' : 'the database does not answer\n', {
      status: answers ? 200 : 503,
    })
  }),
]
