import { sessionViewer } from '../accounts/viewer.ts'
import { contentTopic, personTopic } from '../events.ts'
import { type EventStream, eventStream } from '../platform/event-stream.ts'
import { idOf, type Viewer } from '../platform/http/viewer.ts'
import { watchableItems } from './items.ts'

/** Live news of an item, or of oneself. */
export type Subject = { contentId: string } | { userId: string }

/**
 * The one door to live updates: who listens is asked again at least every 10 s, and at once when rights have changed. A session
 * that has ended ends them, and what somebody became meanwhile (suspended, a year older) counts.
 */
export function listen(
  viewer: Viewer,
  subject: Subject,
  stream: Pick<EventStream, 'request' | 'isFor'>,
): Promise<Response> {
  const topic = 'contentId' in subject ? contentTopic(subject.contentId) : personTopic(subject.userId)
  return eventStream({
    ...stream,
    topic,
    mayListen: async () => {
      const now = viewer.kind === 'member' ? await sessionViewer(viewer.session.id) : viewer
      return now !== null && mayHear(now, subject)
    },
  })
}

/** An item's news is for who may play it; a person's for themself. */
export async function mayHear(viewer: Viewer, subject: Subject): Promise<boolean> {
  if ('userId' in subject) return subject.userId === idOf(viewer)
  const item = await watchableItems(viewer)
    .select('content.id')
    .where('content.id', '=', subject.contentId)
    .executeTakeFirst()
  return item !== undefined
}
