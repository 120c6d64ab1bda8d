import type { RunningBroadcast } from '#tests/support/cluster/running-broadcast.ts'
import type { FaultMeasurement } from './injected-fault.ts'

/** Lets the broadcasts end, and measures what the faults have done to them and to their recordings. */
export async function measureBroadcasts(broadcasts: RunningBroadcast[]): Promise<FaultMeasurement[]> {
  const wrongFrames = await Promise.all(broadcasts.map((one) => one.finish()))
  const recordings = await Promise.all(broadcasts.map((one) => one.waitForRecording()))
  const unexpected = broadcasts.flatMap((one) => [...one.unexpected])
  for (const [what, times] of unexpected) console.log(`  ${times} × ${what}`)
  const sum = (read: (one: RunningBroadcast) => number) => broadcasts.reduce((all, one) => all + read(one), 0)
  return [
    { name: 'broken connections', value: sum(({ broken }) => broken) },
    { name: 'responses that asked to try again', value: sum(({ refused }) => refused) },
    { name: 'other unsuccessful responses', value: unexpected.length, threshold: { exactly: 0 } },
    {
      name: 'missing or misplaced frames in both renditions',
      value: wrongFrames.reduce((all, one) => all + one, 0),
      threshold: { exactly: 0 },
    },
    {
      name: 'shortest recording compared with its broadcast',
      value: Math.min(...recordings.map((seconds, at) => seconds - broadcasts[at]!.seconds)),
      unit: 's',
      threshold: { atLeast: -0.2 },
    },
  ]
}
