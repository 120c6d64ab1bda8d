import {
  type MultiProcessTestSite,
  startSharedMultiProcessTestSite,
} from '#tests/support/cluster/multi-process-test-site.ts'
import { createNumberedSource, RunningBroadcast } from '#tests/support/cluster/running-broadcast.ts'
import { findPackagingWorker } from '#tests/support/cluster/worker-processes.ts'
import { measureBroadcasts } from './broadcast-measurements.ts'
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
    'kill -9 of the web process during a broadcast: the broadcast goes on after the restart, and no frame is lost',
  fullRepetitions: 20,
  quickRepetitions: 0,
  run: killWebServer,
}

const secondsBetweenFaults = 12
const firstFaultAfterSeconds = 4
/** Two broadcasts, so that one can be undisturbed while the other one is taken over. */
const broadcastCount = 2

/** How long broadcasts paused after the workers that packaged them, or others, were killed, in seconds. */
interface WorkerKillPauses {
  /** The pauses of broadcasts that another worker took over. */
  takeovers: number[]
  /** The pauses of broadcasts of other workers. */
  undisturbed: number[]
}

async function killWorkers(count: number): Promise<FaultMeasurement[]> {
  const site = await startSharedMultiProcessTestSite({ env: { LIVE: 'on' } })
  const { broadcasts, takeovers, undisturbed } = await measureWorkerKills(site, count)
  return [
    { name: 'broadcasts taken over', value: takeovers.length, threshold: { atLeast: count } },
    { name: 'longest pause of these', value: Math.max(...takeovers), unit: 's', threshold: { atMost: 5 } },
    { name: 'broadcasts of other workers', value: undisturbed.length },
    {
      name: 'longest pause of these',
      value: Math.max(0, ...undisturbed),
      unit: 's',
      threshold: { atMost: 2 },
    },
    ...(await measureBroadcasts(broadcasts)),
  ]
}

/** Starts two broadcasts and two workers, and kills a packaging worker `count` times. */
export async function measureWorkerKills(
  site: MultiProcessTestSite,
  count: number,
): Promise<WorkerKillPauses & { broadcasts: RunningBroadcast[] }> {
  await site.setWorkerCount(2)
  const broadcasts = await startBroadcasts(site, count)
  const [takeovers, undisturbed]: number[][] = [[], []]
  for (let n = 0; n < count; n += 1) {
    await broadcasts[0]!.waitForSecond(firstFaultAfterSeconds + n * secondsBetweenFaults)
    const fences = await Promise.all(broadcasts.map((one) => one.readFence()))
    const victim = await findPackagingWorker(site.workers)
    const killedAt = Date.now()
    await victim.kill()
    site.workers.delete(victim)
    const restarted = site.setWorkerCount(2)
    for (const [at, broadcast] of broadcasts.entries()) {
      const pause = await broadcast.waitForPartAfter(killedAt + 1000)
      const isTakenOver = (await broadcast.readFence()) > fences[at]!
      ;(isTakenOver ? takeovers! : undisturbed!).push(pause)
    }
    await restarted
  }
  return { broadcasts, takeovers: takeovers!, undisturbed: undisturbed! }
}

async function killWebServer(count: number): Promise<FaultMeasurement[]> {
  const site = await startSharedMultiProcessTestSite({ env: { LIVE: 'on' } })
  await site.setWorkerCount(1)
  const broadcasts = await startBroadcasts(site, count)
  let longest = 0
  for (let n = 0; n < count; n += 1) {
    await broadcasts[0]!.waitForSecond(firstFaultAfterSeconds + n * secondsBetweenFaults)
    const killedAt = Date.now()
    await site.web.kill()
    await site.restartWeb()
    for (const broadcast of broadcasts)
      longest = Math.max(longest, await broadcast.waitForPartAfter(killedAt + 1000))
  }
  return [
    { name: 'longest pause of a broadcast', value: longest, unit: 's', threshold: { atMost: 10 } },
    ...(await measureBroadcasts(broadcasts)),
  ]
}

async function startBroadcasts(site: MultiProcessTestSite, faults: number): Promise<RunningBroadcast[]> {
  const seconds = firstFaultAfterSeconds + faults * secondsBetweenFaults
  const source = await createNumberedSource({ seconds })
  return Promise.all(
    Array.from({ length: broadcastCount }, () => RunningBroadcast.start(site, source, { seconds })),
  )
}
