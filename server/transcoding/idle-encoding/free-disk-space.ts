import { statfs } from 'node:fs/promises'
import { config } from '#server/platform/config.ts'

/** Idle-time work stops when less than this share of the disk is free, because a full disk stops uploads. */
const minFreeShare = 0.1

/** Returns whether the data folder has enough free space for work that is not necessary. */
export async function hasFreeDiskSpace(
  read: (path: string) => Promise<{ bavail: number; blocks: number }> = statfs,
): Promise<boolean> {
  const { bavail, blocks } = await read(config.dataDir)
  return bavail >= blocks * minFreeShare
}
