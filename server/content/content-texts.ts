import { emitEvent } from '../events.ts'
import type { Tx } from '../platform/db/db.ts'
import type { Member } from '../platform/http/viewer.ts'
import { checkText, findTextProblems } from '#server/text-moderation/check-text.ts'

const fields = ['title', 'description', 'trailer_url'] as const

type Texts = Partial<Record<'title' | 'description', string | undefined>> & {
  trailer_url?: string | null | undefined
}

interface CheckedTexts {
  texts: Texts
  /** What somebody should look at before others see the item. */
  held: string[]
}

/** Reads the texts of an item that are new. Refuses what has no place here, and asks back once what may be meant. */
export function checkContentTexts(
  viewer: Member,
  given: Texts,
  anyway: boolean | undefined,
  before?: Texts,
): CheckedTexts {
  const texts: Texts = {}
  const held: string[] = []
  for (const field of fields) {
    const text = given[field]
    if (text === undefined || text === before?.[field]) continue
    if (field === 'trailer_url') {
      texts.trailer_url = text
      held.push(...checkTrailerUrl(viewer, text, anyway))
      continue
    }
    const read = checkText(field, text ?? '', { band: viewer.band, anyway })
    texts[field] = read.text
    held.push(...read.held)
  }
  return { texts, held: [...new Set(held)] }
}

/** A link to another site says something too: it is read like any other text, and kept as it was typed. */
function checkTrailerUrl(viewer: Member, url: string | null, anyway: boolean | undefined): string[] {
  const text = trailerText(url)
  return text === '' ? [] : checkText('trailer', text, { band: viewer.band, anyway }).held
}

/** With what percent signs hide. A video of this site says nothing that has not been read. */
function trailerText(url: string | null): string {
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
  moderation: string
  held_why: string[]
}

/**
 * What new texts make of an item's standing. What stood there is taken as looked at, unless the item waits for just that: then it
 * counts too, and whoever takes out what stood out is seen again at once.
 */
export async function updateModerationAfterEdit(
  tx: Tx,
  viewer: Member,
  item: ModeratedItem,
  { texts, held }: CheckedTexts,
): Promise<void> {
  if (Object.keys(texts).length === 0) return
  const { id, moderation } = item
  const waits = moderation === 'pending' && item.held_why.length > 0
  const kept = waits ? fields.filter((field) => texts[field] === undefined) : []
  const why = [...new Set([...held, ...kept.flatMap((field) => unchangedTextFindings(field, item, viewer))])]
  if (why.length === 0 && !waits) return
  const to = why.length === 0 ? 'approved' : (stateWhenHeld[moderation] ?? moderation)
  await tx
    .updateTable('content')
    .set({ moderation: to as 'approved', held_why: why })
    .where('id', '=', id)
    .execute()
  if (to !== moderation) await emitEvent(tx, { what: 'audience_changed', contentId: id })
  if (why.length > 0) await announceHeldText(tx, viewer, id, why)
  else await emitEvent(tx, { what: 'text_cleared', subject: 'content', contentId: id, userId: viewer.id })
}

function unchangedTextFindings(field: (typeof fields)[number], item: ModeratedItem, { band }: Member) {
  if (field !== 'trailer_url') return findTextProblems(field, item[field], band)
  const text = trailerText(item.trailer_url)
  return text === '' ? [] : findTextProblems('trailer', text, band)
}

/** What was limited must not come back as approved by a change of words. */
const stateWhenHeld: Partial<Record<string, string>> = { approved: 'pending', limited: 'held' }

export function announceHeldText(tx: Tx, viewer: Member, contentId: string, why: string[]): Promise<void> {
  return emitEvent(tx, {
    what: 'text_held',
    subject: 'content',
    contentId,
    commentId: null,
    userId: viewer.id,
    why,
  })
}
