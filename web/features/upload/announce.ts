import { updateContent } from '#contract/content.ts'
import { createUpload } from '#contract/uploads.ts'
import { call } from '#web/api/call.ts'
import { asking } from './asked.ts'
import type { Details } from './details.ts'
import { detailsOf, type Unfinished } from './drafts.ts'
import type { Pictures } from './extras.ts'
import type { Load } from './load.ts'
import { remember, rememberedAs } from './remembered.ts'

export interface Order {
  owner: string
  /** What was picked; or, going on without picking, what waited on this device. */
  file: File
  details: Details
  pictures: Pictures
  /** Make it smaller before it leaves. */
  smaller: boolean
  /** Go on with this one instead of beginning anew. */
  unfinished?: Unfinished | null
}

export interface Announced {
  contentId: string
  streamId: string
  uploadURL: string
}

/** The draft stands before the first byte moves, and this browser remembers it. */
export async function announce(order: Order, load: Load): Promise<Announced> {
  const announced = order.unfinished ? await goOn(order, order.unfinished) : await begin(order, load)
  // Going on without the file, what it was called and weighed is known from the first time only.
  if (order.unfinished && rememberedAs(announced.contentId)) return announced
  const { file, details, owner } = order
  remember({
    owner,
    ...announced,
    type: details.type,
    title: details.title,
    fileName: file.name,
    fileSize: file.size,
    lastModified: file.lastModified,
    kept: load.kept,
  })
  return announced
}

function begin({ details }: Order, { file, name }: Load): Promise<Announced> {
  const { title, description, genre, rating, type } = details
  const body = { title, description, genre, rating, content_type: type, ...audienceOf(details) }
  return asking([title, description], (anyway) =>
    call(createUpload, { body: { ...body, file_name: name, file_size: file.size, anyway } }),
  )
}

/** The details may have been changed before going on; the type stays what it was. */
async function goOn({ details }: Order, { draft }: Unfinished): Promise<Announced> {
  const before = detailsOf(draft)
  if (JSON.stringify(saidIn(details)) !== JSON.stringify(saidIn(before)))
    await asking([details.title, details.description], (anyway) =>
      call(updateContent, { params: { id: draft.id }, body: { ...saidIn(details), anyway } }),
    )
  return { contentId: draft.id, streamId: draft.stream_id, uploadURL: draft.upload_url }
}

function saidIn({ title, description, genre, visibility, rating }: Details) {
  return { title, description, genre, rating, ...audienceOf({ visibility }) }
}

function audienceOf({ visibility }: Pick<Details, 'visibility'>) {
  return visibility ? { visibility } : {}
}
