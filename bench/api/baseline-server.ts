/*
 * What one query behind one route costs at the least: a bare Hono route that asks the database and answers with the rows. Its
 * statements are the product's own, handed over with the address of the database; its port is told back.
 */
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import pg from 'pg'

export interface BaselineServerInput {
  databaseUrl: string
  /** Of each the text, and the values of those that are asked in turns. */
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
