import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createReplacement } from '#contract/content/replacements.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { DemoApiClient } from './api-client.ts'
import { renderClipVideo } from './media/clip-video.ts'
import type { DemoClip } from './clips.ts'
import type { DemoDataRecord } from './demo-data-record.ts'
import { DemoError } from './demo-site.ts'
import { reportDemoClip } from './moderation-cases.ts'
import { demoDataRecordKeyForClip } from './publish-clip.ts'

/** Replaces the files of the `replaced` and `held` clips. Runs after the clips have been processed. */
export async function replaceClips(
  db: Db,
  people: ReadonlyMap<string, DemoApiClient>,
  demoDataRecord: DemoDataRecord,
  clips: readonly DemoClip[],
): Promise<void> {
  for (const [nth, clip] of clips.entries()) {
    const id = demoDataRecord.getId(demoDataRecordKeyForClip(clip))
    const key = `replaced:${clip.title}`
    const isHeld = clip.special === 'held'
    if ((!isHeld && clip.special !== 'replaced') || !id || demoDataRecord.has(key)) continue
    const report = () => reportDemoClip(people, demoDataRecord, clip)
    await uploadReplacement(people.get(clip.by)!, id, clip, {
      nth,
      beforeSending: isHeld ? report : undefined,
    })
    await waitForReplacement(db, id, isHeld ? 'held' : 'replaced')
    await demoDataRecord.record(key)
  }
}

async function uploadReplacement(
  creator: DemoApiClient,
  id: string,
  clip: DemoClip,
  { nth, beforeSending }: { nth: number; beforeSending: (() => Promise<void>) | undefined },
) {
  const folder = await mkdtemp(join(tmpdir(), 'afterbell-demo-'))
  try {
    const file = await renderClipVideo(
      { ...clip, seconds: clip.seconds + 2, pattern: 'gradient' },
      nth,
      folder,
    )
    const body = { file_name: `${clip.title} 2.mp4`, file_size: (await stat(file)).size }
    const { uploadURL } = await creator.call(createReplacement, { params: { id }, body })
    await beforeSending?.()
    await creator.sendVideo(new URL(uploadURL).pathname, file)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function waitForReplacement(db: Db, id: string, expected: 'held' | 'replaced'): Promise<void> {
  for (let waited = 0; waited < 600; waited++) {
    const { state } = await db
      .selectFrom('stream_replacements')
      .select('state')
      .where('content_id', '=', id)
      .executeTakeFirstOrThrow()
    if (state === expected) return
    if (state === 'replaced' || state === 'held' || state === 'refused' || state === 'failed')
      throw new DemoError('The site could not replace the file of a clip. See the site’s log for the reason.')
    await pause(500)
  }
  throw new DemoError('The site did not replace the file of a clip within five minutes.')
}
