import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { createTestDatabase } from './test-database.ts'

/** A connection to a separate test database, for tests of SQL statements. */
export interface SqlSession {
  client: pg.Client
  /** Runs a statement and returns its rows as arrays. */
  run(text: string, ...values: unknown[]): Promise<unknown[][]>
  addUser(email: string): Promise<string>
  addContent(userId: string): Promise<string>
  close(): Promise<void>
}

export async function openSqlSession(): Promise<SqlSession> {
  const database = await createTestDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const run = async (text: string, ...values: unknown[]) =>
    (await client.query({ text, values, rowMode: 'array' })).rows as unknown[][]
  const insert = async (text: string, ...values: unknown[]) => (await run(text, ...values))[0]![0] as string
  return {
    client,
    run,
    addUser: (email) => insert('insert into users (email) values ($1) returning id', email),
    addContent: (userId) =>
      insert(
        `insert into content (user_id, title, content_type, playback_id) values ($1, 'A', 'story', $2) returning id`,
        userId,
        randomUUID(),
      ),
    async close() {
      await client.end()
      await database.drop()
    },
  }
}
