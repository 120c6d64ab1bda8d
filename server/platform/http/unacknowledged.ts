import { readFile, readlink } from 'node:fs/promises'
import type { Socket } from 'node:net'

/*
 * What the system has taken from us is not what the other side has: it keeps up to megabytes for each connection, takes more when
 * some of it has gone (a third at a time), or when another connection has let go of memory. Linux tells how much it keeps.
 */

const inodes = new WeakMap<Socket, string>()

/** Bytes that the system holds for each of these and that the other side has not acknowledged; empty where it does not tell. */
export async function unacknowledged(sockets: Socket[]): Promise<Map<Socket, number>> {
  const kept = await keptByInode()
  const found = new Map<Socket, number>()
  if (kept.size === 0) return found
  await Promise.all(
    sockets.map(async (socket) => {
      const bytes = kept.get(await inodeOf(socket))
      if (bytes !== undefined) found.set(socket, bytes)
    }),
  )
  return found
}

/** The fifth field is tx_queue:rx_queue in hexadecimal, the tenth the inode (proc_net_tcp in the kernel's documentation). */
async function keptByInode(): Promise<Map<string, number>> {
  const texts = await Promise.all(
    ['/proc/net/tcp', '/proc/net/tcp6'].map((path) => readFile(path, 'utf8').catch(() => '')),
  )
  const lines = texts.flatMap((text) => text.split('\n').slice(1, -1))
  return new Map(
    lines.map((line) => {
      const fields = line.trim().split(/\s+/)
      return [fields[9]!, Number.parseInt(fields[4]!, 16)]
    }),
  )
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
