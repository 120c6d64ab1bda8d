import type { HttpTestClient } from '#tests/support/clients/http-test-client.ts'
import {
  type MultiProcessTestSite,
  signUpNewMember,
  startSharedMultiProcessTestSite,
} from '#tests/support/cluster/multi-process-test-site.ts'
import { createNumberedSource, RunningBroadcast } from '#tests/support/cluster/running-broadcast.ts'
import { findPackagingWorker } from '#tests/support/cluster/worker-processes.ts'
import { listProcessTree, waitForProcessesToExit } from '#tests/support/processes/process-tree.ts'
import { describePauses, measureBroadcasts } from './broadcast-measurements.ts'
import type { FaultMeasurement, InjectedFault } from './injected-fault.ts'

export const broadcastWorkerKillFault: InjectedFault = {
  name: 'live-worker',
  guarantee:
    'kill -9 of a worker that packages broadcasts: another continues within 5 s, no frame is lost, and other broadcasts are not disturbed',
  fullRepetitions: 20,
  quickRepetitions: 0,
  run: killWorkers,
}

export const broadcastWebKillFault: InjectedFault = {
  name: 'live-web',
  guarantee:
    'kill -9 of a web process during a broadcast: the broadcast goes on after the restart, no frame is lost, and broadcasts through another web process are not disturbed',
  fullRepetitions: 20,
  quickRepetitions: 0,
  run: killWebServer,
}

const secondsBetweenFaults = 10
const firstFaultAfterSeconds = 4
/** Workers package two broadcasts each, so one of three broadcasts is always packaged by another worker. */
const broadcastsOfWorkers = 3
/** Even if a worker dies, the others have room for all broadcasts. */
const workerCount = 3

/** How long broadcasts paused after the process that they use, or another one, was killed, in seconds. */
interface KillPauses {
  /** The pauses of broadcasts that used the killed process. */
  interrupted: number[]
  /** The pauses of broadcasts that used other processes. */
  undisturbed: number[]
}

const longestTakeoverSeconds = 5
/** Until the same process listens again. */
const longestRestartSeconds = 10
const longestUndisturbedSeconds = 2

async function killWorkers(count: number): Promise<FaultMeasurement[]> {
  const site = await startSharedMultiProcessTestSite({ env: { LIVE: 'on' } })
  const { broadcasts, takeovers, undisturbed } = await measureWorkerKills(site, count)
  return [
    ...describePauses('broadcasts taken over', takeovers, { atLeast: count, atMost: longestTakeoverSeconds }),
    ...describePauses('broadcasts of other workers', undisturbed, {
      atLeast: count,
      atMost: longestUndisturbedSeconds,
    }),
    ...(await measureBroadcasts(site, broadcasts)),
  ]
}

/** Starts three broadcasts and three workers, and kills a packaging worker `count` times. */
export async function measureWorkerKills(
  site: MultiProcessTestSite,
  count: number,
): Promise<{ takeovers: number[]; undisturbed: number[]; broadcasts: RunningBroadcast[] }> {
  await site.setWorkerCount(workerCount)
  const broadcasts = await startBroadcasts(
    count,
    Array.from({ length: broadcastsOfWorkers }, () => site),
  )
  const pauses = await measureKills(broadcasts, count, async () => {
    const fences = await Promise.all(broadcasts.map((one) => one.readFence()))
    const victim = await findPackagingWorker(site.workers)
    const processes = await listProcessTree(victim.pid)
    await victim.kill()
    site.workers.delete(victim)
    await Promise.all([site.setWorkerCount(workerCount), waitForProcessesToExit(processes)])
    return async (at) => (await broadcasts[at]!.readFence()) > fences[at]!
  })
  return { broadcasts, takeovers: pauses.interrupted, undisturbed: pauses.undisturbed }
}

/** Each of two web servers receives a broadcast. One of the web servers is killed. */
async function killWebServer(count: number): Promise<FaultMeasurement[]> {
  const site = await startSharedMultiProcessTestSite({ env: { LIVE: 'on' } })
  await site.setWorkerCount(1)
  const { url } = await site.startSecondWeb()
  const broadcasts = await startBroadcasts(count, [site, { signUpMember: () => signUpNewMember(url) }])
  const pauses = await measureKills(broadcasts, count, async () => {
    await site.web.kill()
    await site.restartWeb()
    return (at) => at === 0
  })
  return [
    ...describePauses('broadcasts through the killed web server', pauses.interrupted, {
      atLeast: count,
      atMost: longestRestartSeconds,
    }),
    ...describePauses('broadcasts through the other one', pauses.undisturbed, {
      atLeast: count,
      atMost: longestUndisturbedSeconds,
    }),
    { name: 'connections broken by the kills', value: broadcasts[0]!.broken, threshold: { atLeast: count } },
    {
      name: 'connections of the other web server broken',
      value: broadcasts[1]!.broken,
      threshold: { exactly: 0 },
    },
    ...(await measureBroadcasts(site, broadcasts)),
  ]
}

/** `kill` kills a process, and returns a function that returns whether the process was used by a broadcast. */
async function measureKills(
  broadcasts: RunningBroadcast[],
  count: number,
  kill: () => Promise<(at: number) => boolean | Promise<boolean>>,
): Promise<KillPauses> {
  const pauses: KillPauses = { interrupted: [], undisturbed: [] }
  for (let n = 0; n < count; n += 1) {
    const second = firstFaultAfterSeconds + n * secondsBetweenFaults
    await broadcasts[0]!.waitForSecond(second)
    const killedAt = Date.now()
    const isInterrupted = await kill()
    await Promise.all(broadcasts.map((one) => one.waitForPartAfter(killedAt + 1000)))
    await broadcasts[0]!.waitForSecond(second + secondsBetweenFaults - 1)
    for (const [at, broadcast] of broadcasts.entries()) {
      const pause = await broadcast.readLongestPause(killedAt, Date.now())
      pauses[(await isInterrupted(at)) ? 'interrupted' : 'undisturbed'].push(pause)
    }
  }
  return pauses
}

async function startBroadcasts(
  faults: number,
  sites: { signUpMember(): Promise<HttpTestClient> }[],
): Promise<RunningBroadcast[]> {
  const seconds = firstFaultAfterSeconds + faults * secondsBetweenFaults
  const source = await createNumberedSource({ seconds, size: '320x192' })
  return Promise.all(sites.map((site) => RunningBroadcast.start(site, source, { seconds })))
}
