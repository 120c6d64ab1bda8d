import { checkCustomChapters, resolveChapters } from '#contract/content/chapter-rules.ts'
import type { Chapter } from '#contract/content/chapters.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { maskTextForViewer } from '#server/access-policy/contact-detail-visibility.ts'
import { type Viewer, getViewerId } from '../platform/http/viewer.ts'

interface Row {
  user_id: string
  description: string
  custom_chapters: Chapter[] | null
  duration_seconds: number | null
  by_minor: boolean
}

/**
 * Returns the chapters of a video as this viewer sees them. In other people's videos, all chapter titles are
 * masked together, because contact details can be split across several titles. If a mask spans two titles,
 * the viewer sees no chapters.
 */
export function presentChapters(viewer: Viewer, row: Row): Chapter[] {
  const { description, custom_chapters: custom, duration_seconds: duration } = row
  if (row.user_id === getViewerId(viewer)) return resolveChapters(custom, description, duration)
  const mask = (text: string) => maskTextForViewer(viewer, text, row.by_minor)
  if (!custom) return resolveChapters(null, mask(description), duration)
  const titles = mask(custom.map(({ title }) => title).join('\n')).split('\n')
  if (titles.length !== custom.length) return []
  const masked = custom.map(({ seconds }, at) => ({ seconds, title: titles[at]! }))
  return resolveChapters(masked, '', duration)
}

/** Returns the custom chapters in order. Throws if the chapters are not valid. */
export function requireValidChapters(
  chapters: readonly Chapter[],
  { duration_seconds }: Pick<Row, 'duration_seconds'>,
): Chapter[] {
  const checked = checkCustomChapters(chapters, duration_seconds)
  if (!checked) throw new ApiError('chapters_invalid')
  return checked
}
