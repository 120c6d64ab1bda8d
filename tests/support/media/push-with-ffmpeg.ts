import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Sends a file to an RTMP server in real time, as an encoder does. */
export function pushWithFfmpeg(path: string, url: string) {
  const args = ['-nostdin', '-v', 'error', '-re', '-i', path, '-c', 'copy', '-f', 'flv', url]
  const child = spawn('ffmpeg', args, { stdio: ['ignore', 'ignore', 'pipe'] })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  const exit = once(child, 'close').then(() => ({ errors, endedAt: performance.now() }))
  return {
    /** Resolves when ffmpeg has ended, with its error output and the end time. */
    exit,
    async kill() {
      child.kill('SIGKILL')
      await exit
    },
  }
}
