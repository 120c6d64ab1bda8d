import { rm, stat } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { deleteContent } from '#contract/content/own-content.ts'
import { putContentImage } from '#contract/content/content-images.ts'
import { buildEndpointPath } from '#contract/endpoint.ts'
import { createUpload } from '#contract/content/uploads.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { DemoClip } from './clips.ts'
import { renderClipVideo } from './media/clip-video.ts'
import type { DemoDataRecord } from './demo-data-record.ts'
import { renderPoster } from './media/demo-images.ts'
import type { ProgressCallback } from '../progress-line.ts'
import { DemoError } from './demo-site.ts'
import type { DemoApiClient } from './api-client.ts'

export const demoDataRecordKeyForTitle = (title: string) => `clip:${title}`
export const demoDataRecordKeyForClip = (clip: DemoClip) => demoDataRecordKeyForTitle(clip.title)

/**
 * Renders a clip and uploads it through the API with a cover. The site processes the clip in the background.
 */
export async function publishClip(
  visitor: DemoApiClient,
  demoDataRecord: DemoDataRecord,
  clip: DemoClip,
  { nth, folder }: { nth: number; folder: string },
): Promise<void> {
  if (demoDataRecord.has(demoDataRecordKeyForClip(clip))) return
  await deleteUnfinishedUpload(visitor, demoDataRecord, clip)
  const file = await renderClipVideo(clip, nth, folder)
  const { uploadURL, contentId } = await visitor.call(createUpload, {
    body: {
      title: clip.title,
      description: clip.about,
      content_type: clip.type,
      genre: clip.genre,
      tags: [...clip.tags],
      file_name: `${clip.title}.mp4`,
      file_size: (await stat(file)).size,
      ...toPublicationFields(clip),
    },
  })
  await demoDataRecord.record(`half:${clip.title}`, contentId)
  await visitor.sendVideo(new URL(uploadURL).pathname, file)
  if (clip.cover) {
    const path = buildEndpointPath(putContentImage, { params: { id: contentId, picture: 'cover' } })
    await visitor.sendPicture(path, await renderPoster(clip, nth))
  }
  await demoDataRecord.record(demoDataRecordKeyForClip(clip), contentId)
  await demoDataRecord.forget(`half:${clip.title}`)
  await rm(file)
}

/** Returns who can watch the clip and when it is published. A scheduled clip is published in a week. */
function toPublicationFields({ special }: DemoClip) {
  switch (special) {
    case 'unlisted':
      return { visibility: 'unlisted' as const }
    case 'draft':
      return { publication_state: 'draft' as const }
    case 'scheduled':
      return { publish_at: new Date(Date.now() + 7 * 24 * 3600_000).toISOString() }
    default:
      return {}
  }
}

/** Deletes the unfinished upload of an interrupted run, so the clip can be uploaded again. */
async function deleteUnfinishedUpload(
  visitor: DemoApiClient,
  demoDataRecord: DemoDataRecord,
  clip: DemoClip,
): Promise<void> {
  const id = demoDataRecord.getId(`half:${clip.title}`)
  if (!id) return
  await visitor.call(deleteContent, { params: { id } }).catch(() => undefined)
  await demoDataRecord.forget(`half:${clip.title}`)
}

/**
 * Waits until all renditions of all clips have been encoded, so the site is no longer busy when the command
 * ends.
 */
export async function waitForProcessing(
  db: Db,
  demoDataRecord: DemoDataRecord,
  reportProgress: ProgressCallback,
): Promise<void> {
  const ids = demoDataRecord.all('clip:').map(([, id]) => id)
  for (let waited = 0; waited < 3600; waited++) {
    const open = await db
      .selectFrom('streams')
      .select('state')
      .where('content_id', 'in', ids)
      .where('state', '!=', 'ready')
      .execute()
    if (open.some(({ state }) => state === 'refused' || state === 'failed'))
      throw new DemoError('The site could not process one of the clips. See the site’s log for the reason.')
    if (open.length === 0) return
    reportProgress(`The site is processing: ${ids.length - open.length} of ${ids.length} done`)
    await pause(1000)
  }
  throw new DemoError('The site did not finish processing within an hour.')
}
