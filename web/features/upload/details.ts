import { isTrailer } from '#contract/content.ts'
import { isGenreOf } from '#contract/genres.ts'
import type { Rating, UploadType, Visibility } from '#contract/kinds.ts'
import {
  hasVideoExtension,
  imageMaxBytes,
  maxBytes,
  maxSizeLabel,
  videoExtensions,
} from '#contract/limits.ts'
import { refusal, type RefusalCode } from '#contract/refusals.ts'
import { words } from '#web/words/upload.ts'

/** What a person says about a video while uploading it. */
export interface Details {
  type: UploadType
  title: string
  description: string
  genre: string
  /** Empty until somebody who wants to be asked has chosen. */
  visibility: Visibility | ''
  rating: Rating
  trailer: string
}

export function emptyDetails(type: UploadType, visibility: Visibility | '' = 'public'): Details {
  return { type, title: '', description: '', genre: '', visibility, rating: 'all', trailer: '' }
}

/** Each type has genres of its own, so changing the type clears the genre. */
export function withType(details: Details, type: UploadType): Details {
  return { ...details, type, genre: type === details.type ? details.genre : '' }
}

export interface Problem {
  code: RefusalCode
  title: string
  detail: string
  field: string | undefined
}

interface Chosen {
  file: { name: string; size: number } | null
  cover?: { size: number } | null
  thumbnail?: { size: number } | null
}

/** The first thing the server would refuse, said before a byte moves; null when all is well. */
export function problemOf(details: Details, { file, cover, thumbnail }: Chosen): Problem | null {
  if (!file?.size) return say('video_required')
  if (!details.title.trim()) return say('title_required')
  if (!details.visibility) return say('visibility_required')
  const video = videoProblem(details.type, file)
  if (video) return video
  if (details.trailer.trim() && !isTrailer(details.trailer.trim())) return say('trailer_invalid')
  if (!isGenreOf(details.type, details.genre)) return say('genre_unknown')
  if (cover && cover.size > imageMaxBytes) return say('image_too_large')
  if (thumbnail && thumbnail.size > imageMaxBytes) return { ...say('image_too_large'), field: 'thumbnail' }
  return null
}

/** Format and size alone: known the moment a file is picked. */
export function videoProblem(type: UploadType, file: { name: string; size: number }): Problem | null {
  if (file.size === 0) return say('video_required')
  if (!hasVideoExtension(file.name)) return say('unsupported_format')
  if (file.size > maxBytes(type)) return say('file_too_large', { type, size: maxSizeLabel(type) })
  return null
}

function say(code: RefusalCode, values: Record<string, string> = {}): Problem {
  const { title, detail, field } = refusal(code, values)
  return { code, title, detail, field }
}

/** "Up to 1.0GB · MP4, MOV, AVI, …" */
export function allowed(type: UploadType): string {
  const formats = videoExtensions.map((name) => name.toUpperCase()).join(', ')
  return words.video.allowed(maxSizeLabel(type), formats)
}
