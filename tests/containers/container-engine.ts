import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** A Podman that keeps images, containers and volumes in a temporary folder, apart from those of the machine. */
export interface ContainerEngine {
  folder: string
  /** The environment variables that make Podman and its Compose tool use the temporary folder. */
  env: Record<string, string>
  podman: (...args: string[]) => Promise<string>
  /** Removes all containers, volumes, networks and images. */
  remove: () => Promise<void>
}

export async function createContainerEngine(): Promise<ContainerEngine> {
  const folder = await mkdtemp(join(tmpdir(), 'afterbell-containers-'))
  const [storage, settings] = [join(folder, 'storage.conf'), join(folder, 'containers.conf')]
  await mkdir(join(folder, 'work'))
  await writeFile(
    storage,
    `[storage]\ndriver = "overlay"\ngraphroot = "${folder}/images"\nrunroot = "${folder}/run"\n`,
  )
  // crun does not support machines with both versions of control groups. Without systemd, containers get their control groups from Podman itself, and Podman logs to files.
  await writeFile(
    settings,
    `[containers]\nlog_driver = "k8s-file"\ndefault_ulimits = [${await readLimits()}]\n[engine]\ncgroup_manager = "cgroupfs"\nevents_logger = "file"\n` +
      `runtime = "runc"\ntmp_dir = "${folder}/tmp"\nvolume_path = "${folder}/volumes"\n` +
      `[network]\nnetwork_backend = "netavark"\nnetwork_config_dir = "${folder}/networks"\n`,
  )
  const env = {
    CONTAINERS_STORAGE_CONF: storage,
    CONTAINERS_CONF: settings,
    TMPDIR: join(folder, 'work'),
    CONTAINER_TESTS: folder,
  }
  const podman = createPodman(env)
  return {
    folder,
    env,
    podman,
    remove: async () => {
      await podman('rm', '--all', '--force', '--volumes', '--time', '2').catch(() => '')
      await podman('network', 'prune', '--force').catch(() => '')
      await podman('image', 'unmount', '--all').catch(() => '')
      // Podman mounts the folder of the layers onto itself.
      await runProgram('umount', [join(folder, 'images/overlay')]).catch(() => '')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Returns limits that a container may have even if root lacks the capability to raise its own limits. */
async function readLimits(): Promise<string> {
  const text = await readFile('/proc/self/limits', 'utf8')
  const limits = { nofile: 'Max open files', nproc: 'Max processes' }
  return Object.entries(limits)
    .map(([name, title]) => {
      const [, hard] = new RegExp(`^${title} +\\S+ +(\\d+)`, 'm').exec(text) ?? []
      const most = Math.min(Number(hard ?? 16_384), 16_384)
      return `"${name}=${most}:${most}"`
    })
    .join(', ')
}

/** Returns a function that runs Podman and resolves with its standard output. */
export function createPodman(env: Record<string, string> = {}): ContainerEngine['podman'] {
  return async (...args) => (await runProgram('podman', args, env)).trim()
}

/** Runs a program and resolves with its standard output. If it fails, the error contains its last lines. */
export async function runProgram(
  program: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<string> {
  try {
    const options = { env: { ...process.env, ...env }, maxBuffer: 2 ** 26 }
    return (await promisify(execFile)(program, args, options)).stdout
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    const lines = `${stdout}\n${stderr}`.trimEnd().split('\n').slice(-25).join('\n')
    throw new Error(`${program} ${args.slice(0, 3).join(' ')} failed:\n${lines || String(error)}`, {
      cause: error,
    })
  }
}
