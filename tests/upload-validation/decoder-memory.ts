import { readFile } from 'node:fs/promises'
import { listProcessTree } from '#tests/support/processes/process-tree.ts'

/**
 * Watches the memory usage of the image decoders that run as descendants of a process. The returned function
 * stops watching and returns the largest peak memory in megabytes.
 */
export function monitorImageDecoderMemory(pid: number): () => Promise<number> {
  let most = 0
  const over = new AbortController()
  const watching = (async () => {
    while (!over.signal.aborted) {
      most = Math.max(most, ...(await Promise.all((await listProcessTree(pid)).map(decoderPeak))))
      await new Promise((again) => setTimeout(again, 40))
    }
  })()
  return async () => {
    over.abort()
    await watching
    return most
  }
}

/** Returns the peak memory of a process in megabytes if the process is an image decoder, and otherwise 0. */
async function decoderPeak(pid: number): Promise<number> {
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  if (!command.includes('images/decoder-process.ts')) return 0
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024
}
