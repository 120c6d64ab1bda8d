import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { OwnBroadcast } from '#contract/broadcasts/broadcasts.ts'
import type { ScheduledBroadcast } from '#contract/broadcasts/scheduled-broadcasts.ts'
import type { getStreamKey } from '#contract/broadcasts/stream-keys.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { Visibility } from '#contract/content/content-types.ts'
import { useAuth } from '#web/features/auth/auth-provider.tsx'
import { StreamKeySection } from '#web/features/broadcasting/encoders/stream-key-section.tsx'
import type { BroadcastSession } from '#web/features/broadcasting/sending/broadcast-session.ts'
import { broadcastingMessages } from '#web/messages/upload/broadcasting.ts'
import { BroadcastBlocker, useBroadcastBlocker } from './broadcast-blocker.tsx'
import { BroadcastStudio } from './broadcast-studio.tsx'
import { EncoderBroadcast } from './encoder-broadcast.tsx'
import { ScheduleSection } from './schedule-section.tsx'
import { EncoderSetupSection } from './encoder-setup-section.tsx'
import '#web/features/broadcasting/broadcasting.css'

interface Props {
  /** The member's broadcast that is still running, or null. */
  running: OwnBroadcast | null
  /** The member's stream key, if there is one, and the server address if the site accepts encoders. */
  encoder: ResponseOf<typeof getStreamKey>
  /** The member's scheduled broadcasts. */
  scheduled: ScheduledBroadcast[]
  /** The scheduled broadcast that the member wants to start, or null. */
  broadcastToStart: ScheduledBroadcast | null
  audience: Visibility | ''
  isPrivateProfile: boolean
}

/** The content of the page on which members go live. */
export default function GoLiveScreen({
  running,
  encoder,
  scheduled,
  broadcastToStart,
  audience,
  isPrivateProfile,
}: Props) {
  const { me } = useAuth()
  // While this page is broadcasting, `running` is the broadcast of this page.
  const [session, setSession] = useState<BroadcastSession | null>(null)
  const [encoderBroadcast, setEncoderBroadcast] = useState(running?.source === 'rtmp' ? running : null)
  // Only one form is on the page at a time.
  const [option, setOption] = useState<'schedule' | 'encoder' | null>(null)
  const { revalidate } = useRevalidator()
  const startOver = async () => {
    await revalidate()
    setEncoderBroadcast(null)
  }
  const showEncoderBroadcast = (broadcast: OwnBroadcast) => {
    setEncoderBroadcast(broadcast)
    setOption(null)
    // The form can be long, and the instructions that replace it are at the top.
    scrollTo({ top: 0 })
  }
  const canCreateBroadcast = !session && !running && !broadcastToStart
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
        ) : encoderBroadcast ? (
          <EncoderBroadcast
            initialBroadcast={encoderBroadcast}
            setup={
              encoder.server_url && (
                <StreamKeySection serverUrl={encoder.server_url} initialKey={encoder.stream_key} />
              )
            }
            onAgain={() => void startOver()}
          />
        ) : (
          <>
            {(option === null || !canCreateBroadcast) && (
              <BroadcastStudio
                running={running}
                session={session}
                onSession={setSession}
                audience={audience}
                isPrivateProfile={isPrivateProfile}
                scheduled={broadcastToStart}
              />
            )}
            {canCreateBroadcast && option !== 'encoder' && (
              <ScheduleSection
                scheduled={scheduled}
                audience={audience}
                isPrivateProfile={isPrivateProfile}
                isOpen={option === 'schedule'}
                onToggle={(isOpen) => setOption(isOpen ? 'schedule' : null)}
              />
            )}
            {canCreateBroadcast && option !== 'schedule' && encoder.server_url && (
              <EncoderSetupSection
                serverUrl={encoder.server_url}
                streamKey={encoder.stream_key}
                audience={audience}
                isPrivateProfile={isPrivateProfile}
                isOpen={option === 'encoder'}
                onToggle={(isOpen) => setOption(isOpen ? 'encoder' : null)}
                onCreated={showEncoderBroadcast}
              />
            )}
          </>
        )}
      </div>
    </div>
  )
}
