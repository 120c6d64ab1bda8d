import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { waitUntil } from '../async/wait-until.ts'
import { findFreePort } from '../processes/server-process.ts'

/** The reason why tests that need nginx are skipped, or false if nginx is installed. */
export const nginxSkipReason =
  spawnSync('nginx', ['-v']).status !== 0 && 'nginx is not installed (apt install nginx-light)'

interface NginxOptions {
  /** The address of the application. */
  appUrl: string
  /** Where nginx reads media: the storage folder, or the address of the bucket's endpoint. */
  media: { folder: string } | { endpoint: string }
}

/** Starts nginx with the files in `deploy/nginx-media-*.conf`, except for addresses and TLS. */
export async function startNginx({
  appUrl,
  media,
}: NginxOptions): Promise<{ url: string; pid: number; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'afterbell-nginx-'))
  await chmod(folder, 0o755)
  const port = await findFreePort()
  const headers = join(folder, 'headers.conf')
  await writeFile(headers, await readFile('deploy/nginx-media-headers.conf', 'utf8'))
  const location = (await readMediaLocation(media)).replace(
    '/etc/nginx/afterbell-media-headers.conf',
    headers,
  )
  const upstream = 'endpoint' in media ? `upstream bucket { server ${new URL(media.endpoint).host}; }` : ''
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (of) => `${of}_temp_path ${folder}/${of};`,
  )
  await writeFile(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/pid; worker_processes 1; events {}
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    http {
      access_log off; ${temporary.join(' ')}
      proxy_cache_path ${folder}/cache keys_zone=media:1m use_temp_path=off;
      ${upstream}
      server {
        listen 127.0.0.1:${port};
        proxy_http_version 1.1;
        proxy_set_header Connection "";
        location / { proxy_pass ${appUrl}; }
        ${location}
      }
    }`,
  )
  const child = spawn(
    'nginx',
    ['-e', 'stderr', '-c', join(folder, 'nginx.conf'), '-g', 'error_log stderr;'],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  const output: string[] = []
  child.stderr.on('data', (text: Buffer) => output.push(text.toString()))
  const url = `http://127.0.0.1:${port}`
  await waitUntil(async () => {
    if (child.exitCode !== null) throw new Error(`nginx ended: ${output.join('')}`)
    return (await fetch(url).catch(() => undefined)) !== undefined
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

async function readMediaLocation(media: NginxOptions['media']): Promise<string> {
  if ('folder' in media)
    return (await readFile('deploy/nginx-media-folder.conf', 'utf8')).replace(
      '/var/lib/afterbell/files/',
      `${media.folder}/`,
    )
  return (await readFile('deploy/nginx-media-bucket.conf', 'utf8'))
    .replace('https://bucket', 'http://bucket')
    .replaceAll('s3.example.com', new URL(media.endpoint).host)
}
