import type { Comment } from '#contract/comments.ts'
import type { LiveEvents } from '#contract/live.ts'
import { sessionViewer } from '../accounts/viewer.ts'
import { contentTopic, personTopic, rightsTopic } from '../events.ts'
import { db } from '../platform/db/db.ts'
import { type EventStream, eventStream } from '../platform/event-stream.ts'
import type { LiveMessage, StillSo } from '../platform/live.ts'
import { idOf, type Viewer } from '../platform/http/viewer.ts'
import { watchableItems } from './items.ts'
import { forMinors, seesContacts } from './shown-text.ts'
import { unheardBy } from './unheard.ts'

/** Live news of an item, or of oneself. */
export type Subject = { contentId: string; ownerId: string } | { userId: string }

/**
 * The one door to live updates: who listens is asked again at least every 10 s, and at once when rights have changed. A session
 * that has ended ends them, and what somebody became meanwhile (suspended, a year older) counts.
 */
export async function listen(
  viewer: Viewer,
  subject: Subject,
  { request, address, isFor }: Pick<EventStream, 'request' | 'isFor'> & { address: string },
): Promise<Response> {
  const own = idOf(viewer)
  let unheard = await unheardBy(viewer)
  // Search engines read only what adults wrote, and they read it in the list.
  const isProgram = viewer.kind === 'anonymous' && viewer.isCrawler
  const isHeard = ({ user_id }: Comment) => !isProgram && !unheard.has(user_id)
  return eventStream({
    request,
    by: { memberId: own, address },
    topic: 'contentId' in subject ? contentTopic(subject.contentId) : personTopic(subject.userId),
    rights: rightsOf(subject, own),
    isFor(message) {
      if (message.name === 'audience') return concerns(message.data as LiveEvents['audience'], own)
      if (message.name === 'comment' && !isHeard(message.data as Comment)) return false
      return isFor?.(message) ?? true
    },
    asTold: (message) => commentFor(viewer, message),
    stillSo: commentsThatStand,
    mayListen: async () => {
      const now = viewer.kind === 'member' ? await sessionViewer(viewer.session.id) : viewer
      if (now === null) return false
      unheard = await unheardBy(now)
      return mayHear(now, subject)
    },
  })
}

/** Links and contact details are for adults, and in one's own. */
function commentFor(viewer: Viewer, message: LiveMessage): LiveMessage {
  if (message.name !== 'comment' || seesContacts(viewer)) return message
  if ((message.data as Comment).user_id === idOf(viewer)) return message
  const before = ofMinors.get(message)
  if (before) return before
  const comment = message.data as Comment
  const covered = { ...message, data: { ...comment, body: forMinors(comment.body) } }
  ofMinors.set(message, covered)
  return covered
}

const ofMinors = new WeakMap<LiveMessage, LiveMessage>()

/** A comment that was held, removed or deleted since it was told is not told again. */
const commentsThatStand: StillSo = async (missed) => {
  const ids = missed.flatMap(({ name, data }) => (name === 'comment' ? [(data as Comment).id] : []))
  if (ids.length === 0) return missed
  const standing = await db
    .selectFrom('comments')
    .select('id')
    .where('id', 'in', ids)
    .where('moderation', '=', 'approved')
    .execute()
  const stand = new Set(standing.map(({ id }) => id))
  return missed.filter(({ name, data }) => name !== 'comment' || stand.has((data as Comment).id))
}

/** Whose rights count: those on what the creator made, and the listener's own. */
function rightsOf(subject: Subject, own: string | null): string[] {
  if (!('ownerId' in subject)) return []
  return [...new Set([subject.ownerId, ...(own ? [own] : [])])].map(rightsTopic)
}

function concerns({ of }: LiveEvents['audience'], own: string | null): boolean {
  return of === undefined || of === own
}

/** An item's news is for who may play it; a person's for themself. */
export async function mayHear(
  viewer: Viewer,
  subject: { contentId: string } | { userId: string },
): Promise<boolean> {
  if ('userId' in subject) return subject.userId === idOf(viewer)
  const item = await watchableItems(viewer)
    .select('content.id')
    .where('content.id', '=', subject.contentId)
    .executeTakeFirst()
  return item !== undefined
}
