import type { Chapter } from '#contract/content/chapters.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { emitEvent } from '#server/domain-events.ts'
import type { Tx } from '../platform/db/db.ts'
import type { Member } from '../platform/http/viewer.ts'
import { checkUserText, findTextProblemsForReview } from '#server/text-moderation/check-user-text.ts'

const fields = ['title', 'description', 'trailer_url', 'custom_chapters'] as const

type Texts = Partial<Record<'title' | 'description', string | undefined>> & {
  trailer_url?: string | null | undefined
  custom_chapters?: Chapter[] | null | undefined
}

interface CheckedTexts {
  texts: Texts
  /** Reasons why a moderator must review the item before others see it. */
  held: string[]
}

/**
 * Checks the changed text fields of an item. Throws if the text of a field is not allowed. If a field
 * contains something that could be a problem, asks the author once to confirm the text.
 */
export function checkContentText(
  viewer: Member,
  submitted: Texts,
  anyway: boolean | undefined,
  before?: Texts,
): CheckedTexts {
  const texts: Texts = {}
  const held: string[] = []
  for (const field of fields) {
    const text = submitted[field]
    if (text === undefined || text === before?.[field]) continue
    if (field === 'trailer_url') {
      texts.trailer_url = submitted.trailer_url ?? null
      held.push(...checkTrailerUrl(viewer, texts.trailer_url, anyway))
      continue
    }
    const by = { band: viewer.band, anyway }
    const read =
      field === 'custom_chapters'
        ? checkUserText('chapters', joinChapterTitles(submitted.custom_chapters), by)
        : checkUserText(field, submitted[field] ?? '', by)
    if (field === 'custom_chapters')
      texts.custom_chapters = withChapterTitles(submitted.custom_chapters ?? [], read.text)
    else texts[field] = read.text
    held.push(...read.held)
  }
  return { texts, held: [...new Set(held)] }
}

function joinChapterTitles(chapters: readonly Chapter[] | null | undefined): string {
  return (chapters ?? []).map(({ title }) => title).join('\n')
}

/**
 * Returns the chapters with their checked titles, or null for an empty list. Throws if a masked word spans
 * two titles, because the mask would merge the titles.
 */
function withChapterTitles(chapters: readonly Chapter[], text: string): Chapter[] | null {
  if (chapters.length === 0) return null
  const titles = text.split('\n')
  if (titles.length !== chapters.length) throw new ApiError('chapters_rude')
  return chapters.map(({ seconds }, at) => ({ seconds, title: titles[at]! }))
}

/**
 * Checks a trailer URL. A trailer URL on another site can contain readable text, so the URL is checked like
 * the other text fields and stored as typed.
 */
function checkTrailerUrl(viewer: Member, url: string | null, anyway: boolean | undefined): string[] {
  const text = decodeTrailerText(url)
  return text === '' ? [] : checkUserText('trailer', text, { band: viewer.band, anyway }).held
}

/**
 * Returns the URL with its percent-encoding decoded. Paths of this site are skipped, because the text of the
 * upload that they lead to has already been checked.
 */
function decodeTrailerText(url: string | null): string {
  if (url === null || url.startsWith('/')) return ''
  try {
    return decodeURI(url)
  } catch {
    return url
  }
}

interface ModeratedItem {
  id: string
  title: string
  description: string
  trailer_url: string | null
  custom_chapters: Chapter[] | null
  moderation: string
  hold_reasons: string[]
}

/**
 * Updates the moderation state after an edit. Unchanged text fields count as already reviewed, unless the
 * item is pending because of its text. Unchanged text fields of a pending item are checked again, so that the
 * item becomes visible as soon as the offending text is removed.
 */
export async function updateModerationAfterEdit(
  tx: Tx,
  viewer: Member,
  item: ModeratedItem,
  { texts, held }: CheckedTexts,
): Promise<void> {
  if (Object.keys(texts).length === 0) return
  const { id, moderation } = item
  const isWaitingForText = moderation === 'pending' && item.hold_reasons.length > 0
  const unchangedFields = isWaitingForText ? fields.filter((field) => texts[field] === undefined) : []
  const why = [
    ...new Set([...held, ...unchangedFields.flatMap((field) => unchangedTextFindings(field, item, viewer))]),
  ]
  if (why.length === 0 && !isWaitingForText) return
  const to = why.length === 0 ? 'approved' : (stateWhenHeld[moderation] ?? moderation)
  await tx
    .updateTable('content')
    .set({ moderation: to as 'approved', hold_reasons: why })
    .where('id', '=', id)
    .execute()
  if (to !== moderation) await emitEvent(tx, { type: 'content_visibility_changed', contentId: id })
  if (why.length > 0) await emitContentTextHeld(tx, viewer, id, why)
  else await emitEvent(tx, { type: 'text_cleared', subject: 'content', contentId: id, userId: viewer.id })
}

function unchangedTextFindings(field: (typeof fields)[number], item: ModeratedItem, { band }: Member) {
  if (field === 'custom_chapters')
    return findTextProblemsForReview('chapters', joinChapterTitles(item.custom_chapters), band)
  if (field !== 'trailer_url') return findTextProblemsForReview(field, item[field], band)
  const text = decodeTrailerText(item.trailer_url)
  return text === '' ? [] : findTextProblemsForReview('trailer', text, band)
}

/**
 * The moderation state of an item after an edit that must be reviewed. A limited item becomes `held` and not
 * `pending`, so that an edit cannot turn it into an approved item.
 */
const stateWhenHeld: Partial<Record<string, string>> = { approved: 'pending', limited: 'held' }

export function emitContentTextHeld(tx: Tx, viewer: Member, contentId: string, why: string[]): Promise<void> {
  return emitEvent(tx, {
    type: 'text_held',
    subject: 'content',
    contentId,
    commentId: null,
    userId: viewer.id,
    why,
  })
}
