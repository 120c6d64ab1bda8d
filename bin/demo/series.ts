import { createSeries, putEpisode } from '#contract/content/series.ts'
import type { DemoApiClient } from './api-client.ts'
import type { DemoDataRecord } from './demo-data-record.ts'

/** The demo series, with the titles of its episodes by season. */
export const demoSeries = [
  {
    title: 'Bus 9',
    by: 'the_bus_club',
    about: 'A show about the passengers on bus 9. None of them has ever seen the last stop.',
    seasons: [
      ['Bus 9, Episode 1: The Wrong Stop', 'Bus 9, Episode 2: Lost Property'],
      ['Bus 9 at Night: Last Service', 'Bus 9 at Night: The Depot'],
    ],
  },
] as const

type Records = Pick<DemoDataRecord, 'has' | 'getId' | 'record'>

/** Creates the demo series whose episodes have been uploaded. Skips series that already exist. */
export async function createDemoSeries(
  people: ReadonlyMap<string, Pick<DemoApiClient, 'call'>>,
  demoDataRecord: Records,
  keyOfClip: (title: string) => string,
): Promise<void> {
  for (const { title, by, about, seasons } of demoSeries) {
    const creator = people.get(by)
    const key = `series:${title}`
    if (!creator || demoDataRecord.has(key)) continue
    const { id } = await creator.call(createSeries, { body: { title, description: about } })
    await demoDataRecord.record(key, id)
    for (const [seasonIndex, titles] of seasons.entries())
      for (const [index, clip] of titles.entries()) {
        const content_id = demoDataRecord.getId(keyOfClip(clip))
        const body = { season: seasonIndex + 1, episode: index + 1 }
        if (content_id) await creator.call(putEpisode, { params: { id, content_id }, body })
      }
  }
}
