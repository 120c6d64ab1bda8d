import { Radio } from 'lucide-react'
import { Link } from 'react-router'
import { broadcastingMessages } from '#web/messages/upload/broadcasting.ts'
import { pagePaths } from '#web/paths.ts'
import { type ButtonStyle, getButtonClassName } from '#web/ui/controls/button-class-name.ts'

/**
 * Links to the page on which members go live. Show the link only to members who are allowed to
 * (`may_broadcast`).
 */
export default function GoLiveLink({ variant }: Pick<ButtonStyle, 'variant'>) {
  return (
    <Link to={pagePaths.goLive} className={getButtonClassName({ variant })}>
      <Radio aria-hidden="true" /> {broadcastingMessages.enter}
    </Link>
  )
}
