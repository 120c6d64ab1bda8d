import { waitUntil } from '../../async/wait-until.ts'
import { runQuery } from '../../postgres/run-query.ts'
import type { SiteAccess } from '../../processes/test-site.ts'

interface Recording {
  /**
   * The time in seconds from the moment at which viewers see the last picture of the broadcast until the site serves
   * the recording.
   */
  playableAfter: number
  /** Resolves with the picture sizes of the recording when all of them are ready, smallest first. */
  qualities: Promise<string[]>
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
  return { playableAfter, qualities: waitForQualities(site, id, master) }
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
