import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/**
 * A port that no process may connect to, and a file that no process may read. If a process does so, it has
 * escaped from the sandbox.
 */
export interface SandboxCanary {
  /** Replaces the placeholders in a hostile file with the port and the path of the secret file. */
  fill(bytes: Buffer): Buffer
  /** The content of the secret file. */
  secret: string
  /** The connections that have been made to the port so far. */
  connections: readonly string[]
  close(): Promise<void>
}

/**
 * Listens on one port for TCP and UDP, and creates a world-readable secret file and a video next to the
 * secret file.
 */
export async function startSandboxCanary(): Promise<SandboxCanary> {
  const connections: string[] = []
  const tcp = createServer((socket) => {
    connections.push(`tcp from port ${socket.remotePort}`)
    socket.on('error', () => {})
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')
  }).listen(0, '127.0.0.1')
  await once(tcp, 'listening')
  const { port } = tcp.address() as AddressInfo
  const udp = createSocket('udp4', () => connections.push('udp')).bind(port, '127.0.0.1')
  await once(udp, 'listening')

  const folder = await mkdtemp(join(tmpdir(), 'afterbell-bait-'))
  await chmod(folder, 0o755)
  const secret = `canary-${randomBytes(12).toString('hex')}`
  const path = join(folder, 'secret')
  await writeFile(path, `${secret}\n`)
  await execute('ffmpeg', [...'-v error -f lavfi -i testsrc2=d=1:s=64x64 -f mpegts'.split(' '), `${path}.ts`])
  return {
    secret,
    connections,
    fill: (bytes) =>
      replacePlaceholder(replacePlaceholder(bytes, '__CANARY_PORT__', String(port)), '__SECRET_PATH__', path),
    async close() {
      tcp.close()
      udp.close()
      await rm(folder, { recursive: true })
    },
  }
}

function replacePlaceholder(bytes: Buffer, mark: string, text: string): Buffer {
  if (!bytes.includes(mark)) return bytes
  return Buffer.from(bytes.toString('latin1').replaceAll(mark, text), 'latin1')
}
