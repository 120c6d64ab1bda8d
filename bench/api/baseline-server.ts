/*
 * A Hono server with bare routes: each route runs a single query and returns the rows. A bare route shows the
 * minimum cost of a product route that runs the same query. The baseline server is a child process that
 * receives the SQL statements of the product's routes and the database URL from its parent process. The
 * baseline server reports its port to the parent process.
 */
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import pg from 'pg'

export interface BaselineServerInput {
  databaseUrl: string
  /** The text of each statement, and the sets of parameter values that the requests cycle through. */
  statements: Record<string, { text: string; values: unknown[][] }>
}

process.once('message', ({ databaseUrl, statements }: BaselineServerInput) => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 12 })
  const app = new Hono()
  for (const [name, { text, values }] of Object.entries(statements)) {
    let at = 0
    app.get(`/${name}`, async (c) => {
      at = (at + 1) % values.length
      return c.json((await pool.query({ name, text, values: values[at] })).rows)
    })
  }
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }: AddressInfo) =>
    process.send!(port),
  )
  process.once('disconnect', () => {
    server.close()
    void pool.end().finally(() => process.exit(0))
  })
})
