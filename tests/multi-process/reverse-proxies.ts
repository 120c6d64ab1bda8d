import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { waitUntil } from '#tests/support/async/wait-until.ts'

/** Starts a real proxy with the configuration of `deploy/`, except for ports and TLS. */
export interface ReverseProxy {
  program: string
  start(port: number, webs: readonly number[]): Promise<{ close(): Promise<void> }>
}

export const nginxProxy: ReverseProxy = {
  program: 'nginx',
  start: (port, webs) =>
    startProxy(port, async (folder) => {
      const text = await readProxyConfig('nginx.conf', webs)
      const site = text
        .replaceAll(/listen \[::\].*\n/g, '')
        .replace('listen 80;', `listen unix:${folder}/redirect;`)
        .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
        .replace(/ssl_certificate.*\n/g, '')
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (of) => `${of}_temp_path ${folder}/${of};`,
      )
      await writeFile(
        join(folder, 'nginx.conf'),
        `daemon off; pid ${folder}/pid; events {} http { access_log off; ${temporary.join(' ')} ${site} }`,
      )
      return ['nginx', ['-e', 'stderr', '-c', join(folder, 'nginx.conf'), '-g', 'error_log stderr;']]
    }),
}

export const caddyProxy: ReverseProxy = {
  program: 'caddy',
  start: (port, webs) =>
    startProxy(port, async (folder) => {
      const site = (await readProxyConfig('Caddyfile', webs)).replace(
        'afterbell.example',
        `http://127.0.0.1:${port}`,
      )
      await writeFile(
        join(folder, 'Caddyfile'),
        `{\n\tadmin off\n\tstorage file_system ${folder}\n}\n${site}`,
      )
      return ['caddy', ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile']]
    }),
}

async function readProxyConfig(file: string, webs: readonly number[]): Promise<string> {
  const text = await readFile(`deploy/${file}`, 'utf8')
  return webs.reduce((said, web, nth) => said.replaceAll(`127.0.0.1:${3001 + nth}`, `127.0.0.1:${web}`), text)
}

async function startProxy(port: number, write: (folder: string) => Promise<[string, string[]]>) {
  const folder = await mkdtemp(join(tmpdir(), 'afterbell-proxy-'))
  await chmod(folder, 0o777) // under root, the proxy's worker processes run as other users
  const [program, args] = await write(folder)
  const child = spawn(program, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: folder },
  })
  const said: string[] = []
  child.stderr.on('data', (words: Buffer) => said.push(words.toString()))
  const close = async () => {
    await waitForExit(child)
    await rm(folder, { recursive: true, force: true })
  }
  await waitUntil(async () => {
    if (child.exitCode !== null) throw new Error(`${program} ended: ${said.join('')}`)
    return (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.ok
  })
  return { close }
}

async function waitForExit(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}
