import type { Page } from '@playwright/test'
import { waitUntil } from '../../async/wait-until.ts'
import { runQuery } from '../../postgres/run-query.ts'
import type { SiteAccess } from '../../processes/test-site.ts'
import { findLastPictureTime, listRecordedPictures } from '../recorded-pictures.ts'

interface Recording {
  /**
   * The time in seconds from the moment at which viewers see the last picture of the broadcast until the site serves
   * the recording.
   */
  playableAfter: number
  /** Waits until the recording is ready in all picture sizes, and returns them, smallest first. */
  waitForQualities(): Promise<string[]>
}

/** Waits for the recording of a broadcast that has ended. */
export async function measureRecording(site: SiteAccess, title: string): Promise<Recording> {
  const [row] = await runQuery<{ id: string; playback_id: string; last_picture_at: Date }>(
    site.databaseUrl,
    `select id, playback_id, ended_at + make_interval(secs => delay_seconds) as last_picture_at
      from broadcasts join content on content.id = content_id where title = $1`,
    [title],
  )
  const { id, playback_id, last_picture_at } = row!
  const master = `${site.url}/media/${playback_id}/master.m3u8`
  await waitUntil(async () => (await fetch(master)).ok, 90)
  const playableAfter = (Date.now() - last_picture_at.getTime()) / 1000
  return { playableAfter, waitForQualities: () => waitForQualities(site, id, master) }
}

async function waitForQualities(site: SiteAccess, id: string, master: string): Promise<string[]> {
  await waitUntil(async () => {
    const query = `select from streams where content_id = $1 and state = 'ready'`
    return (await runQuery(site.databaseUrl, query, [id])).length > 0
  }, 90)
  const playlist = await (await fetch(master)).text()
  return [...playlist.matchAll(/RESOLUTION=(\d+x\d+)/g)]
    .map(([, size]) => size!)
    .toSorted((one, other) => parseInt(one, 10) - parseInt(other, 10))
}

/** Times in seconds after the last picture of a broadcast on a viewer's screen. */
interface EndOfBroadcast {
  /** When the page said that the broadcast has ended. */
  noticedAfter: number
  /** When the page offered the recording. */
  offeredAfter: number
}

/** Waits for the end of a broadcast in the page of a viewer, whose pictures must be recorded. */
export async function measureEndOfBroadcast(viewer: Page): Promise<EndOfBroadcast> {
  const waitForText = async (text: string) => {
    await viewer.getByText(text).waitFor({ timeout: 60_000 })
    return Date.now()
  }
  const noticedAt = await waitForText('The broadcast has ended.')
  const offeredAt = await waitForText('You can watch the recording from the start.')
  const lastPictureAt = findLastPictureTime(await listRecordedPictures(viewer))
  return {
    noticedAfter: (noticedAt - lastPictureAt) / 1000,
    offeredAfter: (offeredAt - lastPictureAt) / 1000,
  }
}
