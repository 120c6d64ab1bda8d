import type { PeopleListName } from '#web/paths.ts'
import { followersAndBlocksMessages } from '#web/messages/people/followers-and-blocks.ts'
import type { PeopleListEntry } from './people-lists.ts'

interface PersonAction {
  intent: string
  label: string
  /** The accessible label of the button, which includes the person's name. */
  name: string
  primary?: boolean
}

const { people } = followersAndBlocksMessages

/**
 * Returns the actions that the viewer can perform on a person in a people list, such as unfollowing or
 * unblocking.
 */
export function getPersonActions(person: PeopleListEntry, list: PeopleListName): PersonAction[] {
  const { username, state } = person
  switch (list) {
    case 'requests':
      return [
        {
          intent: 'approve',
          label: followersAndBlocksMessages.approve,
          name: followersAndBlocksMessages.approveOne({ username }),
          primary: true,
        },
        {
          intent: 'decline',
          label: followersAndBlocksMessages.decline,
          name: followersAndBlocksMessages.declineOne({ username }),
        },
      ]
    case 'followers':
      return [{ intent: 'remove', label: people.remove, name: people.removeOne({ username }) }]
    case 'following':
      return state === 'pending'
        ? [{ intent: 'unfollow', label: people.takeBack, name: people.takeBackOne({ username }) }]
        : [
            getNewVideoAction(person),
            { intent: 'unfollow', label: people.unfollow, name: people.unfollowOne({ username }) },
          ]
    case 'blocked':
      return [{ intent: 'unblock', label: people.unblock, name: people.unblockOne({ username }) }]
    case 'muted':
      return [
        { intent: 'unmute', label: followersAndBlocksMessages.unmute, name: people.unmuteOne({ username }) },
      ]
  }
}

function getNewVideoAction({ username, new_video_notifications: now }: PeopleListEntry): PersonAction {
  return now === 'all'
    ? { intent: 'notify-none', label: people.stopNotifying, name: people.stopNotifyingOne({ username }) }
    : { intent: 'notify-all', label: people.notify, name: people.notifyOne({ username }) }
}
