import type { PeopleList } from '#web/paths.ts'
import { words } from '#web/words/people.ts'
import type { Somebody } from './lists.ts'

interface Answer {
  intent: string
  label: string
  /** Said aloud: with whom. */
  name: string
  primary?: boolean
}

const { people } = words

/** What one can do about somebody in a list. */
export function answersOf({ username, state }: Somebody, list: PeopleList): Answer[] {
  switch (list) {
    case 'requests':
      return [
        { intent: 'approve', label: words.approve, name: words.approveOne(username), primary: true },
        { intent: 'decline', label: words.decline, name: words.declineOne(username) },
      ]
    case 'followers':
      return [{ intent: 'remove', label: people.remove, name: people.removeOne(username) }]
    case 'following':
      return state === 'pending'
        ? [{ intent: 'unfollow', label: people.takeBack, name: people.takeBackOne(username) }]
        : [{ intent: 'unfollow', label: people.unfollow, name: people.unfollowOne(username) }]
    case 'blocked':
      return [{ intent: 'unblock', label: people.unblock, name: people.unblockOne(username) }]
    case 'muted':
      return [{ intent: 'unmute', label: words.unmute, name: people.unmuteOne(username) }]
  }
}
