import { ExternalLink } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { broadcastLimits } from '#contract/broadcasts/broadcast-limits.ts'
import { endBroadcast, getOwnBroadcast, type OwnBroadcast } from '#contract/broadcasts/broadcasts.ts'
import { ApiCallError, callApi } from '#web/api/api-client.ts'
import { BroadcastSummary } from '#web/features/broadcasting/broadcast-summary.tsx'
import { describeDelay } from '#web/features/broadcasting/delay-field.tsx'
import { EndBroadcastButtons } from '#web/features/broadcasting/end-broadcast-buttons.tsx'
import { ExactViewerCount } from '#web/features/live-viewing/viewer-count.tsx'
import { broadcastingMessages } from '#web/messages/upload/broadcasting.ts'
import { encoderSetupMessages } from '#web/messages/upload/encoders.ts'
import { retryWhenOnline } from '#web/network/retry-when-online.ts'
import { pagePaths } from '#web/paths.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { LiveBadge } from '#web/ui/controls/live-badge.tsx'
import { showToast } from '#web/ui/overlays/toast-store.ts'

const LazyStudioChat = lazy(retryWhenOnline(() => import('./studio-chat.tsx')))

const pollMs = 2000
const { waiting, onAir } = encoderSetupMessages

interface Props {
  initialBroadcast: OwnBroadcast
  /** What to enter in the encoder. Shown until the encoder sends video. */
  setup: ReactNode
  onAgain: () => void
}

/**
 * Shows the member's broadcast from an encoder, with its chat: while it waits for video, on air, and after it has
 * ended.
 */
export function EncoderBroadcast({ initialBroadcast, setup, onAgain }: Props) {
  const [broadcast, setBroadcast] = useState(initialBroadcast)
  const [isCut, setIsCut] = useState(false)
  const { id, state } = broadcast
  const hasEnded = state === 'ended'
  useEffect(() => {
    if (hasEnded) return
    const timer = setInterval(
      () => void loadBroadcast(id).then((latest) => latest && setBroadcast(latest)),
      pollMs,
    )
    return () => clearInterval(timer)
  }, [id, hasEnded])
  const end = async (withCut: boolean) => {
    try {
      setBroadcast(await callApi(endBroadcast, { params: { id }, body: { drop_delayed: withCut } }))
      setIsCut(withCut)
      if (state === 'waiting') onAgain()
    } catch (thrown) {
      if (!(thrown instanceof ApiCallError)) throw thrown
      showToast.error(thrown.title, thrown.detail)
    }
  }
  if (hasEnded)
    return (
      <BroadcastSummary
        state={{ broadcast, phase: 'ended', isConnectionLost: false, problem: null, isCut }}
        onAgain={onAgain}
      />
    )
  return (
    <div className="grid items-start gap-x-12 gap-y-7 lg:grid-cols-[minmax(0,7fr)_minmax(0,6fr)]">
      <div className="broadcast-notice">
        <div aria-live="polite" className="grid gap-3">
          <h2 className="text-28 font-bold">{state === 'waiting' ? waiting.title : onAir.title}</h2>
          <p className="flex flex-wrap items-center gap-3 font-bold">
            {state === 'on_air' && (
              <>
                <LiveBadge>{broadcastingMessages.onAir.badge}</LiveBadge>
                <ExactViewerCount id={id} />
              </>
            )}
            <span dir="auto">{broadcast.title}</span>
          </p>
          <p>
            {state === 'waiting'
              ? waiting.text({ minutes: broadcastLimits.endsWithoutStartSeconds / 60 })
              : onAir.text}
          </p>
        </div>
        {state === 'waiting' ? (
          <>
            <Button onClick={() => void end(false)}>{waiting.cancel}</Button>
            {setup}
          </>
        ) : (
          <>
            <p className="text-quiet">{describeDelay(broadcast.delay_seconds)}</p>
            <a href={pagePaths.watch(id)} target="_blank" rel="noopener" className={getButtonClassName({})}>
              <ExternalLink aria-hidden="true" /> {broadcastingMessages.onAir.watch}
            </a>
            <EndBroadcastButtons
              delaySeconds={broadcast.delay_seconds}
              onEnd={(withCut) => void end(withCut)}
            />
          </>
        )}
      </div>
      <div className="-my-5 min-w-0">
        <Suspense>
          <LazyStudioChat contentId={id} state={state} />
        </Suspense>
      </div>
    </div>
  )
}

/** Loads the broadcast, even if it has ended. Returns null if the request fails. */
async function loadBroadcast(id: string): Promise<OwnBroadcast | null> {
  try {
    const { broadcast } = await callApi(getOwnBroadcast, {})
    if (broadcast?.id === id) return broadcast
    // For a broadcast that has already ended, this request changes nothing and returns why it has ended.
    return await callApi(endBroadcast, { params: { id }, body: {} })
  } catch {
    return null
  }
}
