import { approveFollow, deleteFollow, putFollow } from '#contract/people/follows.ts'
import { putNewVideoNotifications } from '#contract/people/new-video-notifications.ts'
import type { DemoApiClients } from './api-client.ts'
import type { DemoDataRecord } from './demo-data-record.ts'

/**
 * The followed people, each with their followers. If an adult follows a 16- or 17-year-old, the site creates
 * a follow request instead of a follow.
 */
const followTable = `
mika_loops|nadia_spins marisol_sings the_bus_club zed_plays spooky_ines rocket_ruth juno_draws oskar13 pan_and_sam theo_onset lowtide_
nadia_spins|mika_loops marisol_sings juno_draws zed_plays
the_bus_club|mika_loops rocket_ruth juno_draws spooky_ines nadia_spins
marisol_sings|mika_loops nadia_spins spooky_ines
rocket_ruth|mika_loops oskar13 zed_plays
juno_draws|mika_loops spooky_ines rocket_ruth
lowtide_|mika_loops marisol_sings theo_onset
theo_onset|lowtide_ pan_and_sam the_bus_club
zed_plays|oskar13 rocket_ruth`

/** The follow requests that the demo approves. All other requests to these people stay open. */
const approved = [{ by: 'mika_loops', follower: 'pan_and_sam' }]
const unfollowed = [{ follower: 'oskar13', followed: 'mika_loops' }]
/** The followers who are notified about each new video of a creator. */
const notified = [
  { follower: 'mika_loops', followed: 'nadia_spins' },
  { follower: 'mika_loops', followed: 'the_bus_club' },
]

/**
 * Creates the follows between the demo's people. Runs before the videos are uploaded, so that followers get
 * notifications about the videos.
 */
export async function createDemoFollows(
  people: DemoApiClients,
  demoDataRecord: Pick<DemoDataRecord, 'has' | 'getId' | 'record'>,
): Promise<void> {
  if (demoDataRecord.has('follows')) return
  const idOf = (username: string) => demoDataRecord.getId(`account:${username}`)
  for (const line of followTable.trim().split('\n')) {
    const [followed, followers] = line.split('|') as [string, string]
    const id = idOf(followed)
    if (!id) continue
    for (const follower of followers.split(' '))
      await people.get(follower)?.call(putFollow, { params: { id } })
  }
  for (const { by, follower } of approved) {
    const id = idOf(follower)
    if (id) await people.get(by)?.call(approveFollow, { params: { id } })
  }
  for (const { follower, followed } of notified) {
    const id = idOf(followed)
    if (!id) continue
    const body = { new_videos: 'all' as const }
    await people.get(follower)?.call(putNewVideoNotifications, { params: { id }, body })
  }
  for (const { follower, followed } of unfollowed) {
    const id = idOf(followed)
    if (id) await people.get(follower)?.call(deleteFollow, { params: { id } })
  }
  await demoDataRecord.record('follows')
}
