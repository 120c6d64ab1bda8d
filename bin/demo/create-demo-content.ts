import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoCreators, type DemoCreator } from './creators.ts'
import { type DemoClip, demoClips, isPublicClip } from './clips.ts'
import { publishDailyAnalytics } from '#server/analytics/release-daily-analytics.ts'
import { backdateContent } from './backdate-content.ts'
import type { DemoDataRecord } from './demo-data-record.ts'
import { ensureDemoAccount } from './demo-accounts.ts'
import type { ProgressCallback } from '../progress-line.ts'
import type { DemoSite } from './demo-site.ts'
import { createDemoBroadcasts, demoBroadcasts } from './broadcasts.ts'
import { addDemoCaptions } from './captions.ts'
import { addLikesAndComments } from './likes-and-comments.ts'
import { demoDataRecordKeyForTitle, waitForProcessing, publishClip } from './publish-clip.ts'
import { DemoApiClient } from './api-client.ts'
import { addCommentShowcase, setDemoCommentModes } from './comment-showcase.ts'
import { createDemoFollows } from './follows.ts'
import { fillPrimaryDemoAccount } from './primary-demo-account.ts'
import { createDemoCases, createDemoModerator } from './moderation-cases.ts'
import { createDemoPlaylists } from './playlists.ts'
import { replaceClips } from './replace-clip.ts'
import { createDemoSeries } from './series.ts'
import { addDemoViews } from './views.ts'

/** How much to create: the full demo, or the small one that tests use. */
export interface DemoSize {
  creators: readonly DemoCreator[]
  clips: readonly DemoClip[]
}

export const fullDemoSize: DemoSize = { creators: demoCreators, clips: demoClips }

/**
 * Returns the small demo: two people with three short clips (one trimmed, one replaced, and one with a new
 * file that is held for review), and two people with a scheduled broadcast and a broadcast that has ended.
 */
export function smallDemoSize(): DemoSize {
  const two = demoClips
    .filter(({ by }) => by === 'oskar13')
    .slice(0, 2)
    .toReversed()
  const others = demoClips.filter(({ by }) => by === 'zed_plays').slice(0, 1)
  const brief = [...two, ...others].map((clip, nth): DemoClip => {
    return { ...clip, seconds: 3, shape: 'square', special: (['trimmed', 'held', 'replaced'] as const)[nth]! }
  })
  const usernames = new Set([...brief, ...Object.values(demoBroadcasts)].map(({ by }) => by))
  return { creators: demoCreators.filter(({ username }) => usernames.has(username)), clips: brief }
}

/**
 * Fills the site step by step and skips what an earlier run has created. Returns whether anything was
 * created.
 */
export async function createDemoContent(
  site: DemoSite,
  demoDataRecord: DemoDataRecord,
  measure: DemoSize,
  reportProgress: ProgressCallback,
): Promise<boolean> {
  if (demoDataRecord.has('finished')) return false
  const people = new Map<string, DemoApiClient>()
  for (const [n, creator] of measure.creators.entries()) {
    reportProgress(`People ${n + 1} of ${measure.creators.length}: @${creator.username}`)
    people.set(creator.username, await ensureDemoAccount(site, demoDataRecord, creator))
  }
  await createDemoModerator(site, demoDataRecord)
  await createDemoFollows(people, demoDataRecord)
  const folder = await mkdtemp(join(tmpdir(), 'afterbell-demo-'))
  try {
    for (const [n, clip] of measure.clips.entries()) {
      reportProgress(`Videos ${n + 1} of ${measure.clips.length}: ${clip.title}`)
      await publishClip(people.get(clip.by)!, demoDataRecord, clip, { nth: n, folder })
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  reportProgress('Series')
  await createDemoSeries(people, demoDataRecord, demoDataRecordKeyForTitle)
  await addDemoCaptions(people, demoDataRecord, measure.clips)
  await waitForProcessing(site.db, demoDataRecord, reportProgress)
  reportProgress('Replacing files')
  await replaceClips(site.db, people, demoDataRecord, measure.clips)
  const publicClips = measure.clips.filter(isPublicClip)
  await addLikesAndComments(people, demoDataRecord, publicClips, reportProgress)
  await addCommentShowcase(people, demoDataRecord)
  await setDemoCommentModes(people, demoDataRecord, publicClips)
  reportProgress('Playlists, watch history and views')
  await createDemoPlaylists(people, demoDataRecord)
  await fillPrimaryDemoAccount(people, demoDataRecord)
  const createVisitor = (userAgent: string) => new DemoApiClient(site.url, userAgent)
  await addDemoViews(site.db, createVisitor, people, demoDataRecord, measure.clips)
  await createDemoCases(people, demoDataRecord)
  reportProgress('Setting creation dates over the last two weeks')
  await backdateContent(site.db, demoDataRecord)
  await publishDailyAnalytics()
  reportProgress('Broadcasts')
  await createDemoBroadcasts(site.db, people, demoDataRecord)
  await demoDataRecord.record('finished')
  return true
}
