import type { MultiProcessTestSite } from '#tests/support/cluster/multi-process-test-site.ts'
import type { RunningBroadcast } from '#tests/support/cluster/running-broadcast.ts'
import { median } from '#tests/support/measurements/statistics.ts'
import { findBroadcastLeftovers } from './broadcast-leftovers.ts'
import type { FaultMeasurement } from './injected-fault.ts'

/** Returns the number of pauses of broadcasts, their median and the longest one. The pauses are in seconds. */
export function describePauses(
  name: string,
  pauses: number[],
  { atLeast, atMost }: { atLeast: number; atMost: number },
): FaultMeasurement[] {
  console.log(`  ${name}: ${pauses.map((seconds) => seconds.toFixed(2)).join(' ')} s`)
  if (pauses.length === 0) return [{ name, value: 0, threshold: { atLeast } }]
  return [
    { name, value: pauses.length, threshold: { atLeast } },
    { name: 'median of these', value: median(pauses), unit: 's' },
    { name: 'longest of these', value: Math.max(...pauses), unit: 's', threshold: { atMost } },
  ]
}

/**
 * Lets the broadcasts end, and measures how the faults affected them and their recordings. With `fullDisks`, the
 * senders must have read at least as many times that the storage is full.
 */
export async function measureBroadcasts(
  site: MultiProcessTestSite,
  broadcasts: RunningBroadcast[],
  { fullDisks = 0 } = {},
): Promise<FaultMeasurement[]> {
  const wrongFrames = await Promise.all(broadcasts.map((one) => one.finish()))
  const recordings = await Promise.all(broadcasts.map((one) => one.waitForRecording()))
  const unexpected = broadcasts.flatMap((one) => [...one.unexpected])
  for (const [what, times] of unexpected) console.log(`  ${times} × ${what}`)
  const leftovers = await findBroadcastLeftovers(site, broadcasts)
  for (const what of leftovers.slice(0, 10)) console.log(`  left behind: ${what}`)
  const sum = (read: (one: RunningBroadcast) => number) => broadcasts.reduce((all, one) => all + read(one), 0)
  return [
    { name: 'broken connections', value: sum(({ broken }) => broken) },
    { name: 'responses that asked to try again', value: sum(({ refused }) => refused) },
    {
      name: 'responses “Storage full”',
      value: sum(({ storageFull }) => storageFull),
      threshold: fullDisks > 0 ? { atLeast: fullDisks } : { exactly: 0 },
    },
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
    { name: 'rows, files and processes left behind', value: leftovers.length, threshold: { exactly: 0 } },
  ]
}
