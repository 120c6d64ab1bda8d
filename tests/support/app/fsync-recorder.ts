import { readlink } from 'node:fs/promises'
import { type FileHandle, open } from 'node:fs/promises'
import { after } from 'node:test'

/**
 * Records every path that this process fsyncs from now on, in order. Uses /proc, so it works on Linux only.
 */
export async function recordFsyncedPaths(): Promise<string[]> {
  const paths: string[] = []
  const any = await open('/dev/null')
  const handles = Object.getPrototypeOf(any) as FileHandle
  await any.close()
  const { sync } = handles
  handles.sync = async function (this: FileHandle) {
    await sync.call(this)
    paths.push(await readlink(`/proc/self/fd/${this.fd}`))
  }
  after(() => (handles.sync = sync))
  return paths
}
