import type { Comment } from '#contract/engagement/comments.ts'
import type { LiveEvents } from '#contract/live-updates.ts'
import { loadViewerBySessionId } from '#server/auth/load-viewer.ts'
import {
  type CommentEventData,
  getContentEventTopic,
  getUserEventTopic,
  getAccessEventTopic,
} from '#server/domain-events.ts'
import { db } from '#server/platform/db/db.ts'
import { type EventStreamOptions, openEventStream } from '#server/platform/live-updates/event-stream.ts'
import type { LiveUpdateMessage, ReplayFilter } from '#server/platform/live-updates/live-updates.ts'
import { getViewerId, type Viewer } from '#server/platform/http/viewer.ts'
import { selectItemsWithReadableComments, selectWatchableItems } from './content-queries.ts'
import { maskContactDetailsCached, canSeeContactDetails } from './contact-detail-visibility.ts'
import { loadBlockedOrMutedIds } from './blocked-or-muted-users.ts'

/** The subject of live updates: an item, or the viewer's own account. */
export type LiveUpdateSubject = { contentId: string; ownerId: string } | { userId: string }

/**
 * Opens a stream of live updates. Clients can receive live updates only through this function. The viewer's
 * access is checked again at least every 10 s, and also immediately after a change of access. The stream ends
 * when the viewer's session ends. Every access check loads the viewer's account again, so a suspension or a
 * birthday takes effect in an open stream.
 */
export async function openLiveUpdateStream(
  viewer: Viewer,
  subject: LiveUpdateSubject,
  {
    request,
    address,
    isRelevant: isFor,
  }: Pick<EventStreamOptions, 'request' | 'isRelevant'> & { address: string },
): Promise<Response> {
  const own = getViewerId(viewer)
  let silenced = await loadBlockedOrMutedIds(viewer)
  let canReadComments = await mayReadComments(viewer, subject)
  // Crawlers get no comments through live updates. Crawlers can read comments by adults through the comment
  // list.
  const isProgram = viewer.kind === 'anonymous' && viewer.isCrawler
  // A reply is also hidden from viewers who cannot see the first comment of its thread.
  const isHeard = ({ user_id, thread_user_id }: CommentEventData) =>
    canReadComments &&
    !isProgram &&
    !silenced.has(user_id) &&
    !(thread_user_id && silenced.has(thread_user_id))
  return openEventStream({
    request,
    listener: { memberId: own, address },
    topic:
      'contentId' in subject ? getContentEventTopic(subject.contentId) : getUserEventTopic(subject.userId),
    accessTopics: accessTopicsOf(subject, own),
    isRelevant(message) {
      if (message.name === 'audience') return isForViewer(message.data as LiveEvents['audience'], own)
      if (isByMember(message) && !isHeard(message.data as CommentEventData)) return false
      return isFor?.(message) ?? true
    },
    transformMessage: (message) =>
      canReadComments ? presentLiveComment(viewer, message, silenced) : hideCommentsCount(message),
    replayFilter: dropOutdatedComments,
    hasAccess: async () => {
      const now = viewer.kind === 'member' ? await loadViewerBySessionId(viewer.session.id) : viewer
      if (now === null) return false
      silenced = await loadBlockedOrMutedIds(now)
      canReadComments = await mayReadComments(now, subject)
      return canReceiveLiveUpdates(now, subject)
    },
  })
}

/** Whether the message is a comment or chat message, which has an author. */
function isByMember({ name }: LiveUpdateMessage): boolean {
  return name === 'comment' || name === 'chat' || name === 'chat_held'
}

/** Returns whether the viewer can see the comments on the item. */
async function mayReadComments(viewer: Viewer, subject: LiveUpdateSubject): Promise<boolean> {
  if (!('contentId' in subject)) return false
  const item = await selectItemsWithReadableComments(viewer)
    .select('content.id')
    .where('content.id', '=', subject.contentId)
    .executeTakeFirst()
  return item !== undefined
}

/** While comments are turned off, everyone except the creator gets 0 as the number of comments. */
function hideCommentsCount(message: LiveUpdateMessage): LiveUpdateMessage {
  if (message.name !== 'counts') return message
  const before = messagesWithoutCommentsCount.get(message)
  if (before) return before
  const result = { ...message, data: { ...(message.data as LiveEvents['counts']), comments_count: 0 } }
  messagesWithoutCommentsCount.set(message, result)
  return result
}

const messagesWithoutCommentsCount = new WeakMap<LiveUpdateMessage, LiveUpdateMessage>()

/**
 * Removes the internal property from a comment, and masks the links and contact details in the comment unless
 * the viewer is an adult or the comment's author. Mentions of people who have blocked the viewer, or whom the
 * viewer has blocked or muted, become plain text.
 */
function presentLiveComment(
  viewer: Viewer,
  message: LiveUpdateMessage,
  silenced: ReadonlySet<string>,
): LiveUpdateMessage {
  if (!isByMember(message)) return message
  const result = presentForAllViewers(viewer, message)
  if (message.name !== 'comment') return result
  const comment = result.data as Comment
  if (!comment.mentions.some(({ user_id }) => silenced.has(user_id))) return result
  const mentions = comment.mentions.filter(({ user_id }) => !silenced.has(user_id))
  return { ...result, data: { ...comment, mentions } }
}

function presentForAllViewers(viewer: Viewer, message: LiveUpdateMessage): LiveUpdateMessage {
  // Processes that still run the previous release send comments without the `mentions` property.
  const { thread_user_id: _, mentions = [], ...rest } = message.data as CommentEventData
  const comment = message.name === 'comment' ? { ...rest, mentions } : rest
  const isUnmasked = canSeeContactDetails(viewer) || comment.user_id === getViewerId(viewer)
  const presented = isUnmasked ? unmaskedMessages : maskedMessages
  const before = presented.get(message)
  if (before) return before
  const body = isUnmasked ? comment.body : maskContactDetailsCached(comment.body)
  const result = { ...message, data: { ...comment, body } }
  presented.set(message, result)
  return result
}

const unmaskedMessages = new WeakMap<LiveUpdateMessage, LiveUpdateMessage>()
const maskedMessages = new WeakMap<LiveUpdateMessage, LiveUpdateMessage>()

/**
 * A client that reconnects gets only the latest version of each missed comment, and no comment that has since
 * been held, removed or deleted.
 */
const dropOutdatedComments: ReplayFilter = async (missed) => {
  const latest = new Map(
    missed.flatMap((message) =>
      isByMember(message) ? [[(message.data as CommentEventData).id, message]] : [],
    ),
  )
  const ids = [...latest.keys()]
  if (ids.length === 0) return missed
  const standing = await db
    .selectFrom('comments')
    .select(['id', 'moderation'])
    .where('id', 'in', ids)
    .where('moderation', 'in', ['approved', 'held'])
    .execute()
  const current = standing.filter(
    ({ id, moderation }) => (moderation === 'held') === (latest.get(id)?.name === 'chat_held'),
  )
  const shown = new Set(current.map(({ id }) => latest.get(id)))
  return missed.filter((message) => !isByMember(message) || shown.has(message))
}

/**
 * Returns the topics that announce changes in the viewer's access to this stream: one topic for the creator
 * and one for the viewer.
 */
function accessTopicsOf(subject: LiveUpdateSubject, own: string | null): string[] {
  if (!('ownerId' in subject)) return []
  return [...new Set([subject.ownerId, ...(own ? [own] : [])])].map(getAccessEventTopic)
}

function isForViewer({ of }: LiveEvents['audience'], own: string | null): boolean {
  return of === undefined || of === own
}

/**
 * Returns whether the viewer may receive live updates about this subject. Updates about an item are sent to
 * viewers who may play it. Updates about a person are sent to that person only.
 */
export async function canReceiveLiveUpdates(
  viewer: Viewer,
  subject: { contentId: string } | { userId: string },
): Promise<boolean> {
  if ('userId' in subject) return subject.userId === getViewerId(viewer)
  const item = await selectWatchableItems(viewer)
    .select('content.id')
    .where('content.id', '=', subject.contentId)
    .executeTakeFirst()
  return item !== undefined
}
