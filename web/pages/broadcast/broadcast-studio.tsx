import { lazy, Suspense, useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { useRevalidator } from 'react-router'
import { createBroadcast, type OwnBroadcast } from '#contract/broadcasts/broadcasts.ts'
import {
  type ScheduledBroadcast,
  startScheduledBroadcast,
} from '#contract/broadcasts/scheduled-broadcasts.ts'
import type { Visibility } from '#contract/content/content-types.ts'
import { callApi } from '#web/api/api-client.ts'
import { BroadcastSummary } from '#web/features/broadcasting/broadcast-summary.tsx'
import { ElapsedTime } from '#web/features/broadcasting/elapsed-time.tsx'
import { OnAirPanel } from '#web/features/broadcasting/on-air-panel.tsx'
import { RunningBroadcastNotice } from '#web/features/broadcasting/running-broadcast-notice.tsx'
import {
  type BroadcastSession,
  startBroadcastSession,
} from '#web/features/broadcasting/sending/broadcast-session.ts'
import { ExactViewerCount } from '#web/features/live-viewing/viewer-count.tsx'
import { broadcastingMessages } from '#web/messages/upload/broadcasting.ts'
import { retryWhenOnline } from '#web/network/retry-when-online.ts'
import { LiveBadge } from '#web/ui/controls/live-badge.tsx'
import { GoLiveForm } from './go-live-form.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { SourceSection } from './source-section.tsx'
import { StartScheduledForm } from './start-scheduled-form.tsx'
import { useBroadcastSource } from './use-broadcast-source.ts'

const LazyStudioChat = lazy(retryWhenOnline(() => import('./studio-chat.tsx')))

interface Props {
  /** The member's broadcast that has not ended, or null. */
  running: OwnBroadcast | null
  session: BroadcastSession | null
  onSession: (session: BroadcastSession | null) => void
  audience: Visibility | ''
  isPrivateProfile: boolean
  /** The scheduled broadcast that the creator wants to start, or null to create a new broadcast. */
  scheduled: ScheduledBroadcast | null
}

/**
 * Shows the form for a new broadcast, the controls while on air, and a summary when the broadcast has ended.
 */
export function BroadcastStudio({
  running,
  session,
  onSession,
  audience,
  isPrivateProfile,
  scheduled,
}: Props) {
  const source = useBroadcastSource()
  const tracks = source.getTracks()
  const { revalidate } = useRevalidator()
  const state = useSyncExternalStore(
    session?.store.subscribe ?? subscribeToNothing,
    session?.store.get ?? returnNull,
    returnNull,
  )
  const hasEnded = state?.phase === 'ended'
  const onEnded = useEffectEvent(() => source.close())
  useEffect(() => {
    if (hasEnded) onEnded()
  }, [hasEnded])
  const startOver = () => {
    onSession(null)
    void revalidate()
  }
  const runningNotice = {
    tracks,
    onContinue: onSession,
    onEnded: () => void revalidate(),
  }
  if (state && hasEnded) return <BroadcastSummary state={state} onAgain={startOver} />
  // An encoder needs no camera.
  if (running?.source === 'rtmp' && !session)
    return <RunningBroadcastNotice broadcast={running} {...runningNotice} />
  return (
    <div className="grid gap-x-12 gap-y-7 lg:grid-cols-[minmax(0,7fr)_minmax(0,6fr)]">
      <SourceSection source={source} isOnAir={session !== null}>
        {session && (
          <>
            <LiveBadge>{broadcastingMessages.onAir.badge}</LiveBadge>
            <ElapsedTime since={session.startedAt} />
            {state && <ExactViewerCount id={state.broadcast.id} />}
          </>
        )}
      </SourceSection>
      {session ? (
        <div>
          <OnAirPanel session={session} />
          {state && (
            <Suspense>
              <LazyStudioChat contentId={state.broadcast.id} state={state.phase} />
            </Suspense>
          )}
        </div>
      ) : running ? (
        <RunningBroadcastNotice broadcast={running} {...runningNotice} />
      ) : scheduled ? (
        <StartScheduledForm
          scheduled={scheduled}
          missing={tracks ? null : broadcastingMessages.missing.source}
          onStart={async () =>
            onSession(
              await startBroadcastSession(
                () => callApi(startScheduledBroadcast, { params: { id: scheduled.id }, body: {} }),
                tracks!,
              ),
            )
          }
        />
      ) : (
        <GoLiveForm
          missing={tracks ? null : broadcastingMessages.missing.source}
          submitLabel={broadcastingMessages.start}
          audience={audience}
          isPrivateProfile={isPrivateProfile}
          onSubmit={async (details) =>
            onSession(await startBroadcastSession(() => callApi(createBroadcast, { body: details }), tracks!))
          }
        />
      )}
      {session && <LeaveGuard session={session} isOnAir={state?.phase === 'on_air'} />}
    </div>
  )
}

const subscribeToNothing = () => () => {}
const returnNull = () => null
