import { execFileSync } from 'node:child_process'
import { cp, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import {
  type MultiProcessTestSite,
  startSharedMultiProcessTestSite,
} from '#tests/support/cluster/multi-process-test-site.ts'
import { createNumberedSource, RunningBroadcast } from '#tests/support/cluster/running-broadcast.ts'
import { createLocalS3Settings, startS3Server } from '#tests/support/servers/s3-server.ts'
import { type FlakyProxy, startFlakyProxy } from '#tests/support/servers/flaky-proxy.ts'
import { describePauses, measureBroadcasts } from './broadcast-measurements.ts'
import { diskFullDuringTranscodeFault } from './disk-full-transcode.ts'
import type { FaultMeasurement, InjectedFault } from './injected-fault.ts'

export const broadcastDatabaseOutageFault: InjectedFault = {
  name: 'live-database',
  guarantee:
    'PostgreSQL is unreachable for 5 s during a broadcast: the broadcast goes on, and no frame is lost',
  fullRepetitions: 20,
  quickRepetitions: 1,
  async run(count) {
    const site = await startSharedMultiProcessTestSite({ proxiedDatabase: true, env: { LIVE: 'on' } })
    return runOutages(site, { count, seconds: 5, fail: () => breakLine(site.databaseProxy!, 'refuse', 5) })
  },
}

export const broadcastStorageOutageFault: InjectedFault = {
  name: 'live-storage',
  guarantee:
    'the storage (S3) fails for 10 s during a broadcast: the broadcast goes on, and no frame is lost',
  fullRepetitions: 20,
  quickRepetitions: 1,
  async run(count) {
    const { site, line } = await startSiteWithBucket()
    return runOutages(site, {
      count,
      seconds: 10,
      fail: (n) => breakLine(line, n % 2 === 0 ? 'refuse' : 'busy', 10),
    })
  },
}

export const broadcastSilentStorageFault: InjectedFault = {
  name: 'live-storage-silent',
  guarantee:
    'the storage (S3) does not respond for 10 s during a broadcast: the pause is at most 15 s, and no frame is lost',
  fullRepetitions: 20,
  quickRepetitions: 1,
  async run(count) {
    const { site, line } = await startSiteWithBucket()
    const fail = () => silenceLine(line, silentSeconds)
    return runOutages(site, { count, seconds: silentSeconds, recoverySeconds: 5, fail })
  },
}

const silentSeconds = 10

async function startSiteWithBucket(): Promise<{ site: MultiProcessTestSite; line: FlakyProxy }> {
  const bucket = await startS3Server()
  const line = await startFlakyProxy({ host: '127.0.0.1', port: bucket.port })
  const site = await startSharedMultiProcessTestSite({
    env: { LIVE: 'on', ...createLocalS3Settings(line.port) },
  })
  site.cleanups.push(line.close, bucket.close)
  return { site, line }
}

export const broadcastDiskFullFault: InjectedFault = {
  name: 'live-disk-full',
  guarantee:
    'the disk is full during a broadcast: the sender reads “Storage full”, and the broadcast goes on when there is space',
  fullRepetitions: 20,
  quickRepetitions: 0,
  skipReason: diskFullDuringTranscodeFault.skipReason!,
  async run(count) {
    const site = await startSharedMultiProcessTestSite({ env: { LIVE: 'on' } })
    const media = join(site.dataDir, 'files/media')
    const disk = await mountDisk(media)
    try {
      const fullDisks = count * broadcastCount
      return await runOutages(site, { count, seconds: 10, fullDisks, fail: () => disk.fill(10) })
    } finally {
      await disk.unmount()
    }
  },
}

/**
 * A broadcast may pause for up to this long after the outage, until every process has noticed that the outage is
 * over.
 */
const defaultRecoverySeconds = 7
const firstOutageAfterSeconds = 4
/** All broadcasts of a site use the same database and storage, so every one of them pauses. */
const broadcastCount = 2

interface OutageOptions {
  count: number
  /** The length of one outage. */
  seconds: number
  recoverySeconds?: number
  /** How many responses must say that the storage is full. */
  fullDisks?: number
  fail: (n: number) => Promise<void>
}

async function runOutages(
  site: MultiProcessTestSite,
  { count, seconds, fail, recoverySeconds = defaultRecoverySeconds, fullDisks = 0 }: OutageOptions,
): Promise<FaultMeasurement[]> {
  await site.setWorkerCount(1)
  const secondsBetween = seconds + 5
  const timing = { seconds: firstOutageAfterSeconds + count * secondsBetween }
  const source = await createNumberedSource({ ...timing, size: '320x192' })
  const broadcasts = await Promise.all(
    Array.from({ length: broadcastCount }, () => RunningBroadcast.start(site, source, timing)),
  )
  const pauses: number[] = []
  for (let n = 0; n < count; n += 1) {
    await broadcasts[0]!.waitForSecond(firstOutageAfterSeconds + n * secondsBetween)
    const startedAt = Date.now()
    await fail(n)
    for (const broadcast of broadcasts) {
      await broadcast.waitForPartAfter(startedAt + seconds * 1000)
      pauses.push(await broadcast.readLongestPause(startedAt, Date.now()))
    }
  }
  return [
    ...describePauses('pauses of the broadcasts', pauses, {
      atLeast: count * broadcastCount,
      atMost: seconds + recoverySeconds,
    }),
    {
      name: 'shortest of these',
      value: Math.min(...pauses),
      unit: 's',
      threshold: { atLeast: seconds - 1 },
    },
    ...(await measureBroadcasts(site, broadcasts, { fullDisks })),
  ]
}

/** Breaks all connections for some time. New connections are refused, or answered with an error. */
async function breakLine(line: FlakyProxy, mode: 'refuse' | 'busy', seconds: number): Promise<void> {
  line.mode = mode
  line.cut()
  await pause(seconds * 1000)
  line.mode = 'pass'
}

/**
 * Discards all bytes for some time, without closing a connection. The connections from this time stay silent
 * afterwards, because bytes are missing.
 */
async function silenceLine(line: FlakyProxy, seconds: number): Promise<void> {
  line.mode = 'blackhole'
  await pause(seconds * 1000)
  line.blackholeOpenConnections()
  line.mode = 'pass'
}

/** Mounts a separate disk at the folder. `unmount` copies the files on this disk to the folder. */
async function mountDisk(folder: string) {
  await mkdir(folder, { recursive: true })
  const aside = `${folder}.aside`
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=200m', 'tmpfs', folder])
  const filler = join(folder, 'filler')
  return {
    /** Fills the disk completely for some time. */
    async fill(seconds: number) {
      execFileSync('sh', ['-c', 'cat /dev/zero > "$0" 2>/dev/null || true', filler])
      await pause(seconds * 1000)
      await rm(filler)
    },
    async unmount() {
      await cp(folder, aside, { recursive: true })
      execFileSync('umount', [folder])
      await cp(aside, folder, { recursive: true })
      await rm(aside, { recursive: true })
    },
  }
}
