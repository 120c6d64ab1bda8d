import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * A sandbox writes into a folder of ours, and whoever breaks ffmpeg writes there what they like: a link to a file of the server that we
 * would then read, publish or even write to, or a pipe that we would wait on for ever. So after each run whatever is neither a file nor
 * a folder goes. Returns the names of what was removed.
 */
export async function removeIrregularFiles(folder: string): Promise<string[]> {
  const strange: string[] = []
  // Step by step: Node's own recursion follows links to folders.
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) strange.push(...(await removeIrregularFiles(path)))
    else if (!entry.isFile()) {
      await rm(path, { force: true })
      strange.push(entry.name)
    }
  }
  return strange
}
