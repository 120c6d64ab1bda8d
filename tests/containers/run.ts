/*
 * `npm run test:containers`: builds the image of deploy/Dockerfile with Podman, runs it, and runs the services of
 * deploy/compose.yml. Also verifies the systemd units. Needs root, about 6 GB of disk space, and Debian packages that it
 * names if they are missing. No container registry is needed: the base image is made with debootstrap from the Debian
 * mirror of this machine. `-- word` selects the files whose path contains the word.
 */
import { glob } from 'node:fs/promises'
import { printSummary, runNodeTests } from '#tests/support/runner/test-runner.ts'
import { which } from '../../bin/setup/commands.mjs'
import { formatInstallInstructions } from '../../bin/setup/package-manager.mjs'
import { createContainerEngine } from './container-engine.ts'
import { buildImages } from './build-images.ts'

/** The programs that the tests run, and the Debian packages that contain them. */
const needed = {
  podman: 'podman',
  runc: 'runc',
  conmon: 'conmon',
  netavark: 'netavark',
  'podman-compose': 'podman-compose',
  'docker-compose': 'docker-compose',
  debootstrap: 'debootstrap',
  'systemd-analyze': 'systemd',
  ffmpeg: 'ffmpeg',
  iptables: 'iptables',
}
const started = Date.now()
const words = process.argv.slice(2)
const missing = [
  ...Object.entries(needed)
    .filter(([program]) => !which(program) && !which(`../lib/podman/${program}`))
    .map(([, name]) => name),
  ...(process.getuid?.() === 0 ? [] : ['root (the base image is made with debootstrap)']),
]
if (missing.length > 0) {
  console.error(`The containers were not tested, because these are missing: ${missing.join(', ')}.`)
  console.error(formatInstallInstructions([...new Set(Object.values(needed)), 'aardvark-dns']))
  process.exit(1)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const files: string[] = []
for await (const file of glob('tests/containers/*.spec.ts'))
  if (words.length === 0 || words.some((word) => file.includes(word))) files.push(file)
const engine = await createContainerEngine()
try {
  if (files.some((file) => !file.includes('systemd'))) await buildImages(engine)
  Object.assign(process.env, engine.env)
  const results = await runNodeTests(
    files.toSorted().map((file) => [file]),
    { concurrency: 1, timeout: 600_000 },
  )
  process.exitCode = printSummary([results], started)
} finally {
  await engine.remove()
}
process.exit()
