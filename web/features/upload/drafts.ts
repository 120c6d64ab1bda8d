import { listOwnContent, type OwnContent } from '#contract/content.ts'
import { genreLabel } from '#contract/genres.ts'
import { uploadTypeOf } from '#contract/kinds.ts'
import { pageSize } from '#contract/limits.ts'
import { getUpload } from '#contract/uploads.ts'
import { call } from '#web/api/call.ts'
import type { Details } from './details.ts'
import { keptFile } from './prepare/kept.ts'
import { rememberedAs, rememberedFor } from './remembered.ts'

/** An upload that has begun and waits for the rest of its bytes. */
export type Draft = OwnContent & { upload_url: string }

export function draftsAmong(items: OwnContent[]): Draft[] {
  return items.filter((item): item is Draft => item.stream_status === 'uploading' && item.upload_url !== null)
}

export interface Unfinished {
  draft: Draft
  /** Bytes the server has. */
  offset: number
  /** Bytes of the whole, and what it was called. */
  size: number
  name: string
  /** What was prepared for it, still waiting on this device: the file need not be picked again. */
  kept: File | null
}

/** How far a draft has come, and whether it can go on from this device; null when it is gone or done. */
export async function stateOf(draft: Draft): Promise<Unfinished | null> {
  const upload = await call(getUpload, { params: { id: uploadId(draft.upload_url) } }).catch(() => null)
  if (!upload || upload.complete || upload.file_size === null) return null
  const { offset, file_size: size, file_name: name } = upload
  const key = rememberedAs(draft.id)?.kept
  const kept = key ? await keptFile(key) : null
  return { draft, offset, size, name, kept: kept?.size === size ? kept : null }
}

/**
 * The unfinished upload that a picked file belongs to. What this browser remembers is asked about first, and may go on
 * with what was prepared; for one begun elsewhere, name and size must do.
 */
export async function unfinishedOf(file: File, drafts: Draft[], owner: string): Promise<Unfinished | null> {
  const known = rememberedFor(owner, file)
  const isKnown = (draft: Draft) => draft.id === known?.contentId
  for (const draft of drafts.toSorted((a, b) => Number(isKnown(b)) - Number(isKnown(a)))) {
    const state = await stateOf(draft)
    if (!state) continue
    if (isKnown(draft) && state.kept) return state
    if (state.size === file.size && state.name === file.name) return { ...state, kept: null }
  }
  return null
}

/** As `unfinishedOf`, among what the server has now: before trying again after `contentId` failed. */
export async function unfinishedNow(
  file: File,
  owner: string,
  contentId: string | null,
): Promise<Unfinished | null> {
  const own = await call(listOwnContent, { query: { limit: pageSize.max } }).catch(() => null)
  const drafts = draftsAmong(own?.items ?? [])
  const failed = drafts.find(({ id }) => id === contentId)
  const state = failed && (await stateOf(failed))
  return state?.kept ? state : unfinishedOf(file, drafts, owner)
}

/** The last part of its path. */
export function uploadId(uploadURL: string): string {
  return uploadURL.slice(uploadURL.lastIndexOf('/') + 1)
}

export function detailsOf(item: OwnContent): Details {
  return {
    type: uploadTypeOf(item.content_type),
    title: item.title,
    description: item.description,
    genre: item.genre && genreLabel(item.genre),
    visibility: item.visibility,
    rating: item.rating,
    trailer: item.trailer_url ?? '',
  }
}
