import { putWatchHistoryState, putPlaybackPosition } from '#contract/engagement/watch-history.ts'
import { putWeeklyDigest } from '#contract/weekly-digest.ts'
import type { DemoApiClients } from './api-client.ts'
import type { DemoDataRecord } from './demo-data-record.ts'
import { demoDataRecordKeyForTitle } from './publish-clip.ts'

/** The account whose password the command prints. */
export const primaryDemoUsername = 'mika_loops'

/**
 * What the primary demo account has watched, newest first: the title, the position in seconds, and how many
 * hours ago.
 */
export const demoWatchHistory: readonly (readonly [title: string, seconds: number, hoursAgo: number])[] = [
  ['Roof Concert, Whole Sunset', 48, 0.5],
  ['After the Last Bell', 37, 3],
  ['Letters to the Sea Wall', 33, 20],
  ['Eight Counts in the Rain', 17, 22],
  ['Bus 9, Episode 1: The Wrong Stop', 30, 27],
  ['The Vanishing Queen', 10, 49],
  ['Who Feeds the Cat', 16, 52],
  ['Ten Second Dance Chain', 10, 75],
  ['Church Echo Test', 14, 99],
]

/**
 * Turns on the watch history and the weekly email of the primary demo account, and fills the history. May run
 * twice.
 */
export async function fillPrimaryDemoAccount(
  people: DemoApiClients,
  demoDataRecord: Pick<DemoDataRecord, 'getId'>,
): Promise<void> {
  const guide = people.get(primaryDemoUsername)
  if (!guide) return
  await guide.call(putWatchHistoryState, { body: { state: 'on' } })
  for (const [title, seconds, hoursAgo] of demoWatchHistory) {
    const id = demoDataRecord.getId(demoDataRecordKeyForTitle(title))
    const body = { seconds, seconds_ago: hoursAgo * 3600 }
    if (id) await guide.call(putPlaybackPosition, { params: { id }, body })
  }
  await guide.call(putWeeklyDigest, { body: { on: true } })
}
