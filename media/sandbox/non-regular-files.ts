import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Deletes everything except regular files and folders from the output folder of an ffmpeg run, and returns
 * the deleted names. A compromised ffmpeg can write anything into its output folder. A symbolic link could
 * make the server read, publish or overwrite one of its own files, and a named pipe would block the server
 * forever.
 */
export async function removeNonRegularFiles(folder: string): Promise<string[]> {
  const strange: string[] = []
  // Recurses manually, because Node's own recursion follows links to folders.
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) strange.push(...(await removeNonRegularFiles(path)))
    else if (!entry.isFile()) {
      await rm(path, { force: true })
      strange.push(entry.name)
    }
  }
  return strange
}
