import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { waitUntil } from '../async/wait-until.ts'

const program = '/usr/sbin/varnishd'

/** The reason why tests that need Varnish are skipped, or false if Varnish is installed. */
export const varnishSkipReason =
  globSync([program, '/usr/lib/*/varnish/vmods/libvmod_xkey.so']).length < 2 &&
  'Varnish is not installed (apt install varnish varnish-modules)'

interface VarnishOptions {
  /** The port of this machine on which Varnish listens. */
  port: number
  appUrl: string
  token: string
  /** How much memory Varnish uses for responses. */
  memory?: string
}

/** Starts Varnish with `deploy/varnish.vcl`, except for the address of the application and the token. */
export async function startVarnish({
  port,
  appUrl,
  token,
  memory = '64m',
}: VarnishOptions): Promise<{ url: string; pid: number; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'afterbell-varnish-'))
  await chmod(folder, 0o755)
  const vcl = (await readFile('deploy/varnish.vcl', 'utf8'))
    .replace('.port = "3000"', `.port = "${new URL(appUrl).port}"`)
    .replace('change-this-token', token)
  await writeFile(join(folder, 'site.vcl'), vcl)
  const child = spawn(
    program,
    [
      '-F',
      ['-j', 'none'],
      ['-n', join(folder, 'work')],
      ['-a', `127.0.0.1:${port}`],
      ['-f', join(folder, 'site.vcl')],
      ['-s', `malloc,${memory}`],
      ['-p', 'thread_pool_min=10'],
      // Viewers request a segment every four seconds. By default, Varnish closes idle connections after five.
      ['-p', 'timeout_idle=60'],
    ].flat(),
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  const output: string[] = []
  child.stderr.on('data', (text: Buffer) => output.push(text.toString()))
  const url = `http://127.0.0.1:${port}`
  await waitUntil(async () => {
    if (child.exitCode !== null) throw new Error(`Varnish ended: ${output.join('')}`)
    return (await fetch(url, { method: 'PURGE' }).catch(() => undefined)) !== undefined
  })
  return {
    url,
    pid: child.pid!,
    async stop() {
      process.off('exit', kill)
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
      await rm(folder, { recursive: true, force: true })
    },
  }
}
