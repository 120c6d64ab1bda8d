import { useState } from 'react'
import type { OwnBroadcast } from '#contract/broadcasts/broadcasts.ts'
import type { Visibility } from '#contract/content/content-types.ts'
import { useAuth } from '#web/features/auth/auth-provider.tsx'
import type { BroadcastSession } from '#web/features/broadcasting/sending/broadcast-session.ts'
import { broadcastingMessages } from '#web/messages/upload/broadcasting.ts'
import { BroadcastBlocker, useBroadcastBlocker } from './broadcast-blocker.tsx'
import { BroadcastStudio } from './broadcast-studio.tsx'
import '#web/features/broadcasting/broadcasting.css'

interface Props {
  /** The member's broadcast that is still running, or null. */
  running: OwnBroadcast | null
  audience: Visibility | ''
  isPrivateProfile: boolean
}

/** The content of the page on which members go live. */
export default function GoLiveScreen({ running, audience, isPrivateProfile }: Props) {
  const { me } = useAuth()
  // While this page is broadcasting, `running` is the broadcast of this page.
  const [session, setSession] = useState<BroadcastSession | null>(null)
  const blocker = useBroadcastBlocker(me)
  return (
    <div data-hue="live">
      <header className="poster">
        <div className="mx-auto max-w-[1240px] px-(--gutter) py-6 md:py-10">
          <h1 className="poster-type">{broadcastingMessages.page.title}</h1>
        </div>
      </header>
      <div className="mx-auto max-w-[1240px] px-(--gutter) py-8">
        {blocker && !session ? (
          <BroadcastBlocker blocker={blocker} />
        ) : (
          <BroadcastStudio
            running={running}
            session={session}
            onSession={setSession}
            audience={audience}
            isPrivateProfile={isPrivateProfile}
          />
        )}
      </div>
    </div>
  )
}
