import { Link, useLocation } from 'react-router'
import type { FollowState } from '#contract/people/follows.ts'
import { useAuth } from '#web/features/auth/auth-provider.tsx'
import { pagePaths } from '#web/paths.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { followButtonMessages } from '#web/messages/people/follow-button.ts'
import { useFollow } from './use-follow.ts'

interface Props {
  userId: string
  username: string
  follow: FollowState
}

/**
 * A button that shows the follow state: Follow, Requested or Following. The form also works without
 * JavaScript, because the page's action reads the `intent` field.
 */
export function FollowButton({ userId, username, follow }: Props) {
  const { me } = useAuth()
  const { pathname } = useLocation()
  const { state, busy, pressed, press } = useFollow(userId, follow)
  // The server does not allow moderators to follow anyone (error `staff_do_not_follow`).
  if (me && me.role !== 'user') return null
  if (!me)
    return (
      <Link
        to={pagePaths.signIn(pathname, { for: 'follow', who: username })}
        className={getButtonClassName({ variant: 'primary' })}
        aria-label={followButtonMessages.label.none({ username })}
      >
        {followButtonMessages.follow}
      </Link>
    )
  return (
    <form method="post">
      <input type="hidden" name="person" value={userId} />
      <Button
        type="submit"
        name="intent"
        value={state === 'none' ? 'follow' : 'unfollow'}
        variant={state === 'none' ? 'primary' : 'quiet'}
        busy={busy}
        aria-label={followButtonMessages.label[state]({ username })}
        onClick={(event) => {
          event.preventDefault()
          void press()
        }}
      >
        {getNames()[state]}
      </Button>
      <output className="sr-only">{pressed && followButtonMessages.said[state]({ username })}</output>
    </form>
  )
}

const getNames = (): Record<FollowState, string> => ({
  none: followButtonMessages.follow,
  pending: followButtonMessages.requested,
  approved: followButtonMessages.following,
})
