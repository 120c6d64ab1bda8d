import { listOwnContent, type OwnContent } from '#contract/content.ts'
import { genreLabel } from '#contract/genres.ts'
import { uploadTypeOf } from '#contract/kinds.ts'
import { pageSize } from '#contract/limits.ts'
import { getUpload } from '#contract/uploads.ts'
import { call } from '#web/api/call.ts'
import type { Details } from './details.ts'
import { rememberedFor } from './remembered.ts'

/** An upload that has begun and waits for the rest of its bytes. */
export type Draft = OwnContent & { upload_url: string }

export function draftsAmong(items: OwnContent[]): Draft[] {
  return items.filter((item): item is Draft => item.stream_status === 'uploading' && item.upload_url !== null)
}

export interface Unfinished {
  draft: Draft
  /** Bytes the server has. */
  offset: number
}

/**
 * The unfinished upload that a picked file belongs to. What this browser remembers is asked about first; for
 * one begun elsewhere, name and size must do.
 */
export async function unfinishedOf(file: File, drafts: Draft[], owner: string): Promise<Unfinished | null> {
  const known = rememberedFor(owner, file)
  const isKnown = (draft: Draft) => Number(draft.id === known?.contentId)
  for (const draft of drafts.toSorted((a, b) => isKnown(b) - isKnown(a))) {
    const upload = await call(getUpload, { params: { id: uploadId(draft.upload_url) } }).catch(() => null)
    if (upload && !upload.complete && upload.file_size === file.size && upload.file_name === file.name)
      return { draft, offset: upload.offset }
  }
  return null
}

/** As `unfinishedOf`, among what the server has now: before trying again after a failure. */
export async function unfinishedNow(file: File, owner: string): Promise<Unfinished | null> {
  const own = await call(listOwnContent, { query: { limit: pageSize.max } }).catch(() => null)
  return unfinishedOf(file, draftsAmong(own?.items ?? []), owner)
}

/** The last part of its path. */
export function uploadId(uploadURL: string): string {
  return uploadURL.slice(uploadURL.lastIndexOf('/') + 1)
}

export function detailsOf(draft: OwnContent): Details {
  return {
    type: uploadTypeOf(draft.content_type),
    title: draft.title,
    description: draft.description,
    genre: draft.genre && genreLabel(draft.genre),
    visibility: draft.visibility,
    trailer: draft.trailer_url ?? '',
  }
}
