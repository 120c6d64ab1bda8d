import { mkdir, rm } from 'node:fs/promises'

/** Creates an empty folder for the output of ffmpeg, and returns its path. Deletes what an earlier run has left there. */
export async function emptyFolder(path: string): Promise<string> {
  await rm(path, { recursive: true, force: true })
  await mkdir(path, { recursive: true })
  return path
}
