import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** What is to be stored, or lies in it, is no plain file. */
export class NotPlain extends Error {
  override name = 'NotPlain'
}

/**
 * Throws NotPlain unless `path` is a plain file with one name, or a folder with nothing else below it. What a sandbox has written may be
 * a link to any file of the server.
 */
export async function checkPlain(path: string): Promise<void> {
  const found = await lstat(path)
  if (found.isDirectory()) for (const name of await readdir(path)) await checkPlain(join(path, name))
  else if (!found.isFile()) throw new NotPlain('no plain file is to be stored')
  else if (found.nlink > 1) throw new NotPlain('a file with a second name is to be stored')
}
