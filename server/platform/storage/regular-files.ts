import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Thrown if a file to be stored, or a file inside a folder to be stored, is not a regular file. */
export class NotRegularFileError extends Error {
  override name = 'NotRegularFileError'
}

/**
 * Throws NotRegularFileError unless `path` is a regular file with one hard link, or a folder that contains
 * only such files and folders. A sandboxed process could have created a link to any file on the server.
 */
export async function assertRegularFiles(path: string): Promise<void> {
  const found = await lstat(path)
  if (found.isDirectory()) for (const name of await readdir(path)) await assertRegularFiles(join(path, name))
  else if (!found.isFile()) throw new NotRegularFileError('the source is not a regular file')
  else if (found.nlink > 1) throw new NotRegularFileError('the source file has more than one hard link')
}
