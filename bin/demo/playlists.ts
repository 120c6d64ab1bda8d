import {
  createPlaylist,
  type PlaylistVisibility,
  putPlaylistItem,
  watchLaterId,
} from '#contract/engagement/playlists.ts'
import type { DemoApiClients } from './api-client.ts'
import type { DemoDataRecord } from './demo-data-record.ts'
import { demoDataRecordKeyForTitle } from './publish-clip.ts'

interface DemoPlaylist {
  by: string
  title: string
  about: string
  visibility: PlaylistVisibility
  clips: readonly string[]
}

export const demoPlaylists: readonly DemoPlaylist[] = [
  {
    by: 'mika_loops',
    title: 'Songs for the bus home',
    about: 'Forty minutes of headphones. In this order, please.',
    visibility: 'public',
    clips: [
      'Saturday Is a Colour',
      'Saltwater Slow Dance',
      'Neon Rain',
      'Lagos to Lund',
      'Paper Planes in Detention',
      'Wardrobe Sessions, Vol. 3',
      'Sub Bass for Small Speakers',
    ],
  },
  {
    by: 'mika_loops',
    title: 'Sounds I want to sample',
    about: 'Echoes, doors and one horn.',
    visibility: 'unlisted',
    clips: [
      'Church Echo Test',
      'Roof Concert, Whole Sunset',
      'Bus 9 at Night: The Depot',
      'Boss Fight With One Heart Left',
      'Prom Night of the Living Fridge',
    ],
  },
  {
    by: 'spooky_ines',
    title: 'Do not watch alone',
    about: 'Sorted by how long I slept afterwards.',
    visibility: 'public',
    clips: [
      'The Lift That Skips Four',
      'Who Feeds the Cat',
      'Under the Stairs',
      'Signal from Deck Nine',
      'After the Last Bell',
    ],
  },
]

/** The videos in the primary demo account's Watch later list. */
export const demoWatchLater = {
  by: 'mika_loops',
  clips: [
    'How a Skatepark Gets Built',
    'Five Impressions of My Bus Driver',
    'Eight Counts in the Rain',
    'Letters to the Sea Wall',
    'Ask Me About Planets',
    'The Last Vending Machine',
  ],
}

/** Creates the playlists and the Watch later list. Skips playlists that already exist. */
export async function createDemoPlaylists(
  people: DemoApiClients,
  demoDataRecord: Pick<DemoDataRecord, 'has' | 'getId' | 'record'>,
): Promise<void> {
  const addClips = async (by: string, id: string, clips: readonly string[]) => {
    for (const clip of clips) {
      const content_id = demoDataRecord.getId(demoDataRecordKeyForTitle(clip))
      if (content_id) await people.get(by)?.call(putPlaylistItem, { params: { id, content_id } })
    }
  }
  for (const { by, title, about, visibility, clips } of demoPlaylists) {
    const owner = people.get(by)
    if (!owner) continue
    const key = `playlist:${title}`
    if (!demoDataRecord.has(key)) {
      const created = await owner.call(createPlaylist, { body: { title, description: about, visibility } })
      await demoDataRecord.record(key, created.id)
    }
    await addClips(by, demoDataRecord.getId(key)!, clips)
  }
  await addClips(demoWatchLater.by, watchLaterId, demoWatchLater.clips)
}
