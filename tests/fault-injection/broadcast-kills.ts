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

async function killWorkers(count: number): Promise<FaultMeasurement[]> {
  const site = await startSharedMultiProcessTestSite({ env: { LIVE: 'on' } })
  await site.setWorkerCount(2)
  const broadcasts = await startBroadcasts(site, count)
  const seen = { takeovers: 0, longestTakeover: 0, undisturbed: 0, longestPause: 0 }
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
      if ((await broadcast.readFence()) > fences[at]!) {
        seen.takeovers += 1
        seen.longestTakeover = Math.max(seen.longestTakeover, pause)
      } else {
        seen.undisturbed += 1
        seen.longestPause = Math.max(seen.longestPause, pause)
      }
    }
    await restarted
  }
  return [
    { name: 'broadcasts taken over', value: seen.takeovers, threshold: { atLeast: count } },
    { name: 'longest pause of these', value: seen.longestTakeover, unit: 's', threshold: { atMost: 5 } },
    { name: 'broadcasts of other workers', value: seen.undisturbed },
    { name: 'longest pause of these', value: seen.longestPause, unit: 's', threshold: { atMost: 2 } },
    ...(await measureBroadcasts(broadcasts)),
  ]
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
