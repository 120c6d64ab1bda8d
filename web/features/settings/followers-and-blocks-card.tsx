import { UserRoundX, Users } from 'lucide-react'
import { Link } from 'react-router'
import { pagePaths } from '#web/paths.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { followersAndBlocksMessages } from '#web/messages/people/followers-and-blocks.ts'
import { SettingsCard } from './settings-card.tsx'

/** Links to the lists of followers, follow requests, blocks and mutes. */
export function FollowersAndBlocksCard() {
  return (
    <SettingsCard id="people-title" title={followersAndBlocksMessages.card.title}>
      <p className="mt-2 max-w-[70ch] text-quiet">{followersAndBlocksMessages.card.text}</p>
      <p className="mt-4 flex flex-wrap gap-2">
        <Link to={pagePaths.followers} className={getButtonClassName()}>
          <Users aria-hidden="true" /> {followersAndBlocksMessages.card.followers}
        </Link>
        <Link to={pagePaths.peopleList('blocked')} className={getButtonClassName()}>
          <UserRoundX aria-hidden="true" /> {followersAndBlocksMessages.card.apart}
        </Link>
      </p>
    </SettingsCard>
  )
}
