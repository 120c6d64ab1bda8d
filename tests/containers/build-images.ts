import { cp, mkdir, readFile, realpath, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { repositoryRoot } from '#tests/support/runner/test-runner.ts'
import { which } from '../../bin/setup/commands.mjs'
import { type ContainerEngine, runProgram } from './container-engine.ts'

export const siteImage = 'localhost/afterbell'
export const systemdImage = 'localhost/afterbell-systemd'
const baseImage = 'localhost/base'
const release = 'bookworm'

/** Files with secrets that a developer or operator may have in the folder from which the image is built. */
export const plantedSecrets = [
  '.env',
  'server/.env.local',
  'afterbell.env',
  'data/files/secret.mp4',
  '.npmrc',
  'site.key',
]

/** Builds the image of deploy/Dockerfile and the images of the other services in deploy/compose.yml. */
export async function buildImages(engine: ContainerEngine): Promise<void> {
  await measure('base image (debootstrap)', () => buildBase(engine))
  const context = await copySources(engine.folder)
  await measure('image of deploy/Dockerfile', () => buildSite(engine, context))
  const bytes = Number(await engine.podman('image', 'inspect', siteImage, '--format', '{{.Size}}'))
  const baseBytes = Number(await engine.podman('image', 'inspect', baseImage, '--format', '{{.Size}}'))
  console.log(`image size: ${toMegabytes(bytes)} MB, of which the base has ${toMegabytes(baseBytes)} MB`)
  await measure('images of PostgreSQL and Caddy (Debian packages)', () => buildServices(engine))
  await measure('machine with systemd', () => buildMachine(engine, context))
}

/** A minimal Debian with Node, npm and the user `node`, like the official image of Node. */
async function buildBase({ folder, podman }: ContainerEngine): Promise<void> {
  const root = join(folder, 'base')
  await runProgram('debootstrap', [
    '--variant=minbase',
    '--include=ca-certificates',
    release,
    root,
    await findMirror(),
  ])
  const node = await realpath(join(repositoryRoot, 'node_modules/.bin/node'))
  await cp(node, join(root, 'usr/local/bin/node'))
  const npm = dirname(dirname(await realpath(which('npm')!)))
  await cp(npm, join(root, 'usr/local/lib/node_modules/npm'), { recursive: true, dereference: true })
  await symlink('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm'))
  const authority = process.env['NODE_EXTRA_CA_CERTS']
  if (authority) await cp(authority, join(root, 'usr/local/share/npm-ca.pem'))
  await runProgram('chroot', [root, 'useradd', '--uid', '1000', '--create-home', 'node'])
  await runProgram('chroot', [root, 'apt-get', 'clean'])
  const archive = join(folder, 'base.tar')
  await runProgram('tar', ['--create', '--one-file-system', '--file', archive, '--directory', root, '.'])
  await podman('import', '--change', 'CMD ["node"]', archive, baseImage)
  await runProgram('rm', ['-r', '--one-file-system', root, archive])
}

/** Returns the address of the Debian mirror that apt-get uses on this machine. */
async function findMirror(): Promise<string> {
  const format = '$(REPO_URI) $(CODENAME) $(COMPONENT)'
  const lines = await runProgram('apt-get', ['indextargets', '--format', format, 'Identifier: Packages'])
  const main = lines.split('\n').find((line) => line.endsWith(` ${release} main`))
  if (!main) throw new Error(`The package sources of this machine do not contain Debian ${release}.`)
  return main.split(' ')[0]!
}

/** Copies the files that git knows, and adds files with secrets, which must not end up in the image. */
async function copySources(folder: string): Promise<string> {
  const context = join(folder, 'context')
  const listed = await runProgram('git', [
    '-C',
    repositoryRoot,
    'ls-files',
    '-z',
    '--cached',
    '--others',
    '--exclude-standard',
  ])
  for (const file of listed.split('\0').filter(Boolean)) {
    await mkdir(dirname(join(context, file)), { recursive: true })
    await cp(join(repositoryRoot, file), join(context, file))
  }
  for (const file of [...plantedSecrets, 'node_modules/planted/package.json']) {
    await mkdir(dirname(join(context, file)), { recursive: true })
    await writeFile(join(context, file), 'planted-secret\n')
  }
  return context
}

async function buildSite({ folder, podman }: ContainerEngine, context: string): Promise<void> {
  await writeNpmSettings(join(folder, 'npmrc'))
  await podman(
    'build',
    '--file',
    join(context, 'deploy/Dockerfile'),
    '--ignorefile',
    join(context, 'deploy/Dockerfile.dockerignore'),
    '--build-arg',
    `BASE_IMAGE=${baseImage}`,
    '--secret',
    `id=npmrc,src=${join(folder, 'npmrc')}`,
    '--isolation',
    'chroot',
    '--network',
    'host',
    '--tag',
    siteImage,
    context,
  )
}

/** Collects the npm settings of this machine, so that npm uses the same registry inside the build. */
async function writeNpmSettings(path: string): Promise<void> {
  const texts = await Promise.all(
    ['globalconfig', 'userconfig'].map(async (name) => {
      const file = (await runProgram('npm', ['config', 'get', name])).trim()
      return readFile(file, 'utf8').catch(() => '')
    }),
  )
  if (process.env['NODE_EXTRA_CA_CERTS']) texts.push('cafile=/usr/local/share/npm-ca.pem')
  await writeFile(path, `${texts.join('\n')}\n`, { mode: 0o600 })
}

/**
 * The Compose file names images of PostgreSQL and Caddy that come from a registry. The test makes images with the same
 * names from Debian's packages. The PostgreSQL image reads the same variables as the official one.
 */
async function buildServices({ folder, podman }: ContainerEngine): Promise<void> {
  const context = join(folder, 'services')
  await mkdir(context)
  const install = (names: string) =>
    `FROM ${baseImage}\nRUN apt-get update && apt-get install -y --no-install-recommends ${names}\n`
  await writeFile(join(context, 'start-postgres'), startPostgres, { mode: 0o755 })
  await writeFile(
    join(context, 'postgres'),
    `${install('postgresql')}RUN rm -rf /var/lib/postgresql/* && install -d -o postgres /var/run/postgresql
COPY start-postgres /usr/local/bin/
USER postgres
ENV PATH=/usr/lib/postgresql/15/bin:/usr/bin:/bin
VOLUME /var/lib/postgresql
CMD ["/usr/local/bin/start-postgres"]
`,
  )
  await writeFile(join(context, 'caddy'), install('caddy'))
  for (const [file, tag] of [
    ['postgres', 'docker.io/library/postgres:18'],
    ['caddy', 'docker.io/library/caddy:2'],
  ] as const)
    await podman(
      'build',
      '--isolation',
      'chroot',
      '--network',
      'host',
      '--file',
      join(context, file),
      '--tag',
      tag,
      context,
    )
}

/** A machine with systemd and PostgreSQL, on which the site is installed as docs/operations/install.md describes. */
async function buildMachine({ folder, podman }: ContainerEngine, context: string): Promise<void> {
  const file = join(folder, 'machine')
  await writeFile(file, machine)
  await podman(
    'build',
    '--isolation',
    'chroot',
    '--network',
    'host',
    '--file',
    file,
    '--tag',
    systemdImage,
    join(context, 'deploy'),
  )
}

const machine = `FROM ${siteImage}
USER root
ENTRYPOINT []
RUN apt-get update && apt-get install -y --no-install-recommends systemd postgresql
RUN useradd --system --home-dir /var/lib/afterbell afterbell \\
 && install -d -o afterbell -m 0700 /var/lib/afterbell /var/backups/afterbell
RUN service postgresql start \\
 && su postgres -c "psql -c \\"create role afterbell login password 'afterbell'\\" -c 'create database afterbell owner afterbell'" \\
 && service postgresql stop
COPY *.service *.timer /etc/systemd/system/
RUN systemctl enable afterbell-web@3001 afterbell-worker@a afterbell-backup.timer
STOPSIGNAL SIGRTMIN+3
CMD ["/lib/systemd/systemd"]
`

const startPostgres = `#!/bin/sh
set -e
data=/var/lib/postgresql/data
if [ ! -s "$data/PG_VERSION" ]; then
  echo "$POSTGRES_PASSWORD" > /tmp/password
  initdb --pgdata="$data" --username="$POSTGRES_USER" --pwfile=/tmp/password --auth-host=scram-sha-256 --encoding=UTF8 --locale=C.UTF-8
  echo "host all all all scram-sha-256" >> "$data/pg_hba.conf"
  echo "create database $POSTGRES_USER" | postgres --single -D "$data" postgres
fi
exec postgres -D "$data" -c listen_addresses='*' -c unix_socket_directories=/tmp,/var/run/postgresql
`

async function measure(what: string, work: () => Promise<void>): Promise<void> {
  const startedAt = performance.now()
  await work()
  console.log(`${what}: ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
}

function toMegabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0)
}
