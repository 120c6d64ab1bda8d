import { readFile } from 'node:fs/promises'
import { findFreePort } from '#tests/support/processes/server-process.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { siteImage } from './build-images.ts'
import { createPodman } from './container-engine.ts'

export const podman = createPodman()

export interface SiteContainer {
  name: string
  url: string
  /** The process id of the server, as seen outside the container. */
  pid: number
  log: () => Promise<string>
  /** Stops the container with SIGTERM, and returns the exit code and the number of seconds that this took. */
  stop: () => Promise<{ code: number; seconds: number }>
}

/**
 * The options of deploy/compose.yml and deploy/kubernetes/: user namespaces are allowed, everything else that the server
 * does not need is forbidden.
 */
const securityOptions = [
  ...['seccomp=unconfined', 'apparmor=unconfined', 'no-new-privileges'].flatMap((name) => [
    '--security-opt',
    name,
  ]),
  '--cap-drop',
  'ALL',
  '--read-only',
]

/** Runs the image with the embedded PostgreSQL and a volume that contains all data. Resolves when the site is ready. */
export async function startSiteContainer(volume: string): Promise<SiteContainer> {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const settings = { HOST: '127.0.0.1', PORT: String(port), PUBLIC_URL: url }
  const name = `site-${port}`
  await podman(
    'run',
    '--detach',
    '--name',
    name,
    '--network',
    'host',
    '--volume',
    `${volume}:/data`,
    ...securityOptions,
    ...Object.entries(settings).flatMap(([key, value]) => ['--env', `${key}=${value}`]),
    siteImage,
  )
  const log = () => podman('logs', name)
  await waitUntil(async () => {
    if ((await inspect(name, '{{.State.Running}}')) === 'false')
      throw new Error(`The container ended:\n${await log()}`)
    return fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  }, 60)
  return { name, url, pid: Number(await inspect(name, '{{.State.Pid}}')), log, stop: () => stop(name) }
}

async function stop(name: string): Promise<{ code: number; seconds: number }> {
  const startedAt = performance.now()
  await podman('stop', '--time', '20', name)
  const seconds = (performance.now() - startedAt) / 1000
  return { code: Number(await inspect(name, '{{.State.ExitCode}}')), seconds }
}

export function inspect(name: string, format: string): Promise<string> {
  return podman('inspect', '--format', format, name)
}

/** Returns the value of a field in /proc/PID/status. */
export async function readProcessStatus(pid: number, field: string): Promise<string | undefined> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return new RegExp(`^${field}:\\s*(.*)$`, 'm').exec(text)?.[1]
}
