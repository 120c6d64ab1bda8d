import { rm, stat } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { deleteContent, putPicture } from '#contract/content.ts'
import { pathOf } from '#contract/endpoint.ts'
import { createUpload } from '#contract/uploads.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Clip } from './clips.ts'
import { makeFilm } from './film.ts'
import type { Ledger } from './ledger.ts'
import { poster } from './poster.ts'
import type { Progress } from './progress.ts'
import { Trouble } from './site.ts'
import type { Visitor } from './visitor.ts'

export const keyOf = (clip: Clip) => `clip:${clip.title}`

/** Makes the clip and uploads it as a program does: announce, bytes, cover. The site goes on by itself. */
export async function publish(
  visitor: Visitor,
  ledger: Ledger,
  clip: Clip,
  { nth, folder }: { nth: number; folder: string },
): Promise<void> {
  if (ledger.has(keyOf(clip))) return
  await sweepHalf(visitor, ledger, clip)
  const file = await makeFilm(clip, nth, folder)
  const { uploadURL, contentId } = await visitor.call(createUpload, {
    body: {
      title: clip.title,
      description: clip.about,
      content_type: clip.type,
      genre: clip.genre,
      file_name: `${clip.title}.mp4`,
      file_size: (await stat(file)).size,
    },
  })
  await ledger.note(`half:${clip.title}`, contentId)
  await visitor.sendVideo(new URL(uploadURL).pathname, file)
  if (clip.cover) {
    const path = pathOf(putPicture, { params: { id: contentId, picture: 'cover' } })
    await visitor.sendPicture(path, await poster(clip, nth))
  }
  await ledger.note(keyOf(clip), contentId)
  await ledger.forget(`half:${clip.title}`)
  await rm(file)
}

/** What a run that was stopped has begun goes, and is begun anew. */
async function sweepHalf(visitor: Visitor, ledger: Ledger, clip: Clip): Promise<void> {
  const id = ledger.idOf(`half:${clip.title}`)
  if (!id) return
  await visitor.call(deleteContent, { params: { id } }).catch(() => undefined)
  await ledger.forget(`half:${clip.title}`)
}

/** Waits until the whole ladder of every clip is there: the machine is quiet when the command ends. */
export async function awaitReady(db: Db, ledger: Ledger, tell: Progress): Promise<void> {
  const ids = ledger.all('clip:').map(([, id]) => id)
  for (let waited = 0; waited < 3600; waited++) {
    const open = await db
      .selectFrom('streams')
      .select('state')
      .where('content_id', 'in', ids)
      .where('state', '!=', 'ready')
      .execute()
    if (open.some(({ state }) => state === 'refused' || state === 'failed'))
      throw new Trouble('The site could not process one of the clips: its log says why.')
    if (open.length === 0) return
    tell(`The site is processing: ${ids.length - open.length} of ${ids.length} done`)
    await pause(1000)
  }
  throw new Trouble('The site was not done processing within an hour.')
}
