import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A proxy in front of PostgreSQL that counts the statements of one server process. */
export interface StatementCounter {
  databaseUrl: string
  /** The number of statements that were executed so far. */
  count(): number
  close(): void
}

/**
 * Starts the proxy. The embedded PostgreSQL does not contain `pg_stat_statements`, which would also not tell the
 * statements of two processes apart. The proxy counts the messages that execute a statement (`Query` and `Execute`,
 * PostgreSQL documentation, section 54.7).
 */
export async function startStatementCounter(databaseUrl: string): Promise<StatementCounter> {
  const target = new URL(databaseUrl)
  const socketPath = `${target.searchParams.get('host')}/.s.PGSQL.5432`
  const sockets = new Set<Socket>()
  let count = 0
  const server = createServer((client) => {
    const database = connect(socketPath)
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    }
    const countStatements = createMessageCounter(() => (count += 1))
    client.on('data', countStatements)
    client.pipe(database).pipe(client)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const { username, pathname } = target
  return {
    databaseUrl: `postgres://${username}@127.0.0.1:${port}${pathname}`,
    count: () => count,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Returns a function that receives the bytes from a client and calls `onStatement` for each executed statement. */
function createMessageCounter(onStatement: () => void): (bytes: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  let hasStarted = false
  return (bytes) => {
    rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes])
    for (;;) {
      // The first message has no type byte. All messages contain their length, which includes the length field.
      const typeBytes = hasStarted ? 1 : 0
      if (rest.length < typeBytes + 4) return
      const end = typeBytes + rest.readUInt32BE(typeBytes)
      if (rest.length < end) return
      const type = hasStarted ? String.fromCharCode(rest[0]!) : ''
      if (type === 'Q' || type === 'E') onStatement()
      hasStarted = true
      rest = rest.subarray(end)
    }
  }
}
