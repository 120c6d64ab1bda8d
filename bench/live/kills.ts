import {
  startSharedMultiProcessTestSite,
  stopSharedMultiProcessTestSite,
} from '#tests/support/cluster/multi-process-test-site.ts'
import { measureWorkerKills } from '#tests/fault-injection/broadcast-kills.ts'
import type { LiveBar } from './live-bar.ts'

/** Kills the worker that packages a broadcast, as `npm run test:fault-injection -- live-worker` does. */
export async function benchWorkerKills(count: number): Promise<LiveBar[]> {
  const site = await startSharedMultiProcessTestSite({ env: { LIVE: 'on' } })
  try {
    const { broadcasts, takeovers } = await measureWorkerKills(site, count)
    const wrongFrames = await Promise.all(broadcasts.map((one) => one.finish()))
    return [
      { name: 'kill -9 of a worker: pause between two parts', unit: 's', values: takeovers, max: 5 },
      {
        name: 'kill -9 of a worker: broadcasts taken over',
        unit: '',
        values: [takeovers.length],
        min: count,
      },
      {
        name: 'kill -9 of a worker: lost or misplaced frames per broadcast',
        unit: '',
        values: wrongFrames,
        max: 0,
      },
    ]
  } finally {
    await stopSharedMultiProcessTestSite()
  }
}
