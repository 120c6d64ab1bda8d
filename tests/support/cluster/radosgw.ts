import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { which } from '../../../bin/setup/commands.mjs'
import { formatInstallInstructions } from '../../../bin/setup/package-manager.mjs'
import { isProcessAlive } from '#server/platform/db/embedded/postmaster.ts'
import { createS3ClientConfig } from '#server/platform/storage/s3-storage.ts'
import { chooseFastTempFolder } from '../postgres/test-database.ts'
import { waitUntil } from '../async/wait-until.ts'
import { findFreePort } from '../processes/server-process.ts'

/** A real S3 server: a single Ceph node that keeps its objects in memory. */
export interface Radosgw {
  endpoint: string
  close(): Promise<void>
}

const FOLDER = 'afterbell-radosgw-'
const packages = ['radosgw', 'ceph-mon', 'ceph-osd', 'ceph-common', 'util-linux']
const programs = ['radosgw', 'radosgw-admin', 'ceph-mon', 'ceph-osd', 'ceph', 'setpriv']
const keys = { accessKeyId: 'AFTERBELL', secretAccessKey: 'afterbell-apart' }

/**
 * Starts the S3 server on free ports in a temporary folder. Starting the server takes about ten seconds. The
 * S3 server ends when this process ends, even if this process is killed.
 */
export async function startRadosgw(): Promise<Radosgw> {
  if (programs.some((name) => !which(name)))
    throw new Error(
      `This needs a real S3 server, Ceph's radosgw, which is missing. ${formatInstallInstructions(packages)}`,
    )
  const place = await chooseFastTempFolder()
  await sweep(place)
  const folder = join(place, FOLDER + process.pid)
  await mkdir(folder)
  const running: ChildProcess[] = []
  const close = async () => {
    for (const one of running.toReversed()) await end(one)
    await rm(folder, { recursive: true, force: true })
  }
  try {
    return { endpoint: await start(folder, running), close }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * Removes the files that killed test runs left behind. The daemons of a killed test run need no cleanup,
 * because they end together with the run.
 */
async function sweep(place: string): Promise<void> {
  for (const name of await readdir(place)) {
    if (!name.startsWith(FOLDER) || isProcessAlive(Number(name.slice(FOLDER.length)))) continue
    await rm(join(place, name), { recursive: true, force: true })
  }
}

async function start(folder: string, running: ChildProcess[]): Promise<string> {
  const [monPort, port] = [await findFreePort(), await findFreePort()]
  const monitor = `v2:127.0.0.1:${monPort}`
  const osd = randomUUID()
  await writeFile(join(folder, 'ceph.conf'), cephConfig(folder, monitor))
  await writeFile(join(folder, 'keyring'), '')
  for (const name of ['mon', 'osd']) await mkdir(join(folder, name))
  const ceph = (program: string, ...args: string[]) => run(program, '-c', join(folder, 'ceph.conf'), ...args)
  const stay = (program: string, ...args: string[]) =>
    running.push(startDaemon(folder, program, ['-c', join(folder, 'ceph.conf'), '-f', ...args]))

  await ceph('ceph-mon', '-i', 'a', '--mkfs', '--public-addr', monitor)
  stay('ceph-mon', '-i', 'a', '--public-addr', monitor)
  await ceph('ceph', 'osd', 'new', osd)
  await ceph('ceph-osd', '-i', '0', '--osd-uuid', osd, '--mkfs')
  stay('ceph-osd', '-i', '0')
  const { accessKeyId, secretAccessKey } = keys
  const user = ['--uid=afterbell', '--display-name=afterbell']
  await ceph(
    'radosgw-admin',
    'user',
    'create',
    ...user,
    `--access-key=${accessKeyId}`,
    `--secret=${secretAccessKey}`,
  )
  const frontend = `beast endpoint=127.0.0.1:${port}`
  stay('radosgw', '-n', 'client.rgw', `--rgw-frontends=${frontend}`, '--rgw-thread-pool-size=64')
  const endpoint = `http://127.0.0.1:${port}`
  await waitUntil(async () => {
    const dead = running.find(({ exitCode }) => exitCode !== null)
    if (dead) throw new Error(await readFile(logOf(folder, dead.spawnargs[3]!), 'utf8'))
    return fetch(endpoint).then(
      (response) => response.ok,
      () => false,
    )
  }, 60)
  return endpoint
}

/**
 * The configuration of a single node that keeps one copy of each object. The node needs no authentication,
 * because it listens only on 127.0.0.1. Connections to the Ceph monitor must be unencrypted, because the node
 * has no keys.
 */
function cephConfig(folder: string, monitor: string): string {
  return `[global]
fsid = ${randomUUID()}
mon host = ${monitor}
public addr = 127.0.0.1
ms bind msgr1 = false
auth cluster required = none
auth service required = none
auth client required = none
ms mon client mode = crc
ms mon service mode = crc
ms mon cluster mode = crc
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 8
osd pool default pgp num = 8
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
mon allow pool size one = true
mon data avail warn = 0
mon data avail crit = 0
mon data = ${folder}/mon
osd data = ${folder}/osd
osd objectstore = memstore
memstore device bytes = 4294967296
keyring = ${folder}/keyring
run dir = ${folder}
admin socket = ${folder}/$name.asok
log file =
mon cluster log file =
debug default = 0
`
}

/** Starts a daemon that is killed when this process ends, even if this process is killed with `kill -9`. */
function startDaemon(folder: string, program: string, args: string[]): ChildProcess {
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', program, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const log = createWriteStream(logOf(folder, program))
  for (const stream of [child.stdout!, child.stderr!]) stream.pipe(log, { end: false })
  return child
}

const logOf = (folder: string, program: string) => join(folder, `${program}.log`)

async function run(program: string, ...args: string[]): Promise<void> {
  await promisify(execFile)(program, args, { timeout: 60_000 })
}

/** Kills a daemon without a clean shutdown, because its data is discarded anyway. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** Creates an empty bucket on the S3 server and returns the settings for using it. */
export async function createBucket(endpoint: string): Promise<Record<string, string>> {
  const bucket = `films-${randomUUID()}`
  const client = new S3Client(createS3ClientConfig({ bucket, endpoint, region: 'us-east-1', ...keys }))
  await client.send(new CreateBucketCommand({ Bucket: bucket }))
  client.destroy()
  const { accessKeyId, secretAccessKey } = keys
  return {
    S3_BUCKET: bucket,
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  }
}
