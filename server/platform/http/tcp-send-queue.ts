import { readFile, readlink } from 'node:fs/promises'
import type { Socket } from 'node:net'

/*
 * What the system has taken from us is not what the other side has: it keeps up to megabytes for each connection, takes more when
 * some of it has gone (a third at a time), or when another connection has let go of memory. Linux tells how much it keeps.
 */

const inodes = new WeakMap<Socket, string>()

/** Bytes that the system holds for each of these and that the other side has not acknowledged. Undefined where it does not tell. */
export async function unacknowledgedBytes(sockets: Socket[]): Promise<Map<Socket, number> | undefined> {
  const kept = await sendQueueByInode()
  if (!kept) return undefined
  const each = sockets.map(async (socket) => [socket, kept.get(await inodeOf(socket)) ?? 0] as const)
  return new Map(await Promise.all(each))
}

/** Local and remote address, state, what waits to be acknowledged and to be read (hexadecimal), …, inode: proc(5). Those with nothing are passed over. */
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
