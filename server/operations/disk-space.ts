import { statfs } from 'node:fs/promises'
import { config } from '#server/platform/config.ts'

/**
 * Returns the free and the total bytes of the file system of the data folder. Returns null if the data folder cannot
 * be read. The health checks then say why.
 */
export async function loadDiskSpace(): Promise<{ free_bytes: number; total_bytes: number } | null> {
  const space = await statfs(config.dataDir).catch(() => null)
  return space && { free_bytes: space.bavail * space.bsize, total_bytes: space.blocks * space.bsize }
}
