import { readFile, readlink } from 'node:fs/promises'
import type { Socket } from 'node:net'

/*
 * Bytes that the kernel has accepted may not have reached the client. For each connection, the kernel buffers
 * up to several megabytes. The kernel accepts more data when a third of the buffered data has been sent, or
 * when other connections free memory. On Linux, the size of a connection's send queue can be read from
 * `/proc/net/tcp`.
 */

const inodes = new WeakMap<Socket, string>()

/**
 * For each socket, returns the number of bytes in the kernel's send queue that the client has not
 * acknowledged yet. Returns undefined on systems that do not expose the size of the send queue.
 */
export async function countUnacknowledgedBytes(sockets: Socket[]): Promise<Map<Socket, number> | undefined> {
  const kept = await sendQueueByInode()
  if (!kept) return undefined
  const each = sockets.map(async (socket) => [socket, kept.get(await inodeOf(socket)) ?? 0] as const)
  return new Map(await Promise.all(each))
}

/**
 * Matches a row of `/proc/net/tcp` or `/proc/net/tcp6` (described in proc(5)): local and remote address,
 * state, send and receive queue (hexadecimal), …, inode. Rows with an empty send queue are skipped.
 */
const procNetTcpRow = /^ *\d+: \S+ \S+ \S\S (?!00000000)(\S+):\S+ \S+ \S+ +\d+ +\d+ (\d+)/gm

async function sendQueueByInode(): Promise<Map<string, number> | undefined> {
  const names = ['tcp', 'tcp6']
  const tables = await Promise.all(
    names.map((name) => readFile(`/proc/net/${name}`, 'utf8').catch(() => undefined)),
  )
  if (tables.every((table) => table === undefined)) return undefined
  const found = tables.flatMap((table = '') => [...table.matchAll(procNetTcpRow)])
  return new Map(found.map(([, bytes, inode]) => [inode!, Number.parseInt(bytes!, 16)]))
}

async function inodeOf(socket: Socket): Promise<string> {
  const known = inodes.get(socket)
  if (known) return known
  const { _handle } = socket as { _handle?: { fd?: number } | null }
  const target = await readlink(`/proc/self/fd/${_handle?.fd}`).catch(() => '')
  const inode = /\d+/.exec(target)?.[0] ?? ''
  if (inode) inodes.set(socket, inode)
  return inode
}
