import { Radio } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { endBroadcast, type OwnBroadcast } from '#contract/broadcasts/broadcasts.ts'
import { ApiCallError, callApi } from '#web/api/api-client.ts'
import { broadcastingMessages } from '#web/messages/upload/broadcasting.ts'
import { pagePaths } from '#web/paths.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import {
  type BroadcastSession,
  type BroadcastTracks,
  continueBroadcastSession,
} from './sending/broadcast-session.ts'

const { running } = broadcastingMessages

interface Props {
  broadcast: OwnBroadcast
  /** The picture and the sound with which the creator can continue, or null before the camera is on. */
  tracks: BroadcastTracks | null
  onContinue: (session: BroadcastSession) => void
  onEnded: () => void
}

/** Offers to continue or to end a broadcast that another page has started. An encoder continues by itself. */
export function RunningBroadcastNotice({ broadcast, tracks, onContinue, onEnded }: Props) {
  const { id, title, source } = broadcast
  const [busy, setBusy] = useState<'continue' | 'end' | null>(null)
  const run = async (action: 'continue' | 'end', act: () => Promise<void>) => {
    setBusy(action)
    try {
      await act()
    } catch (thrown) {
      if (!(thrown instanceof ApiCallError)) throw thrown
      showToast.error(thrown.title, thrown.detail)
      // The broadcast may have ended in the meantime.
      if (thrown.code === 'broadcast_ended') onEnded()
    } finally {
      setBusy(null)
    }
  }
  const resume = async () => {
    if (tracks) onContinue(await continueBroadcastSession(id, tracks))
  }
  const end = async () => {
    await callApi(endBroadcast, { params: { id }, body: {} })
    onEnded()
  }
  return (
    <div className="broadcast-notice">
      <h2 className="text-28 font-bold">{running.title}</h2>
      <p>{running.text({ title })}</p>
      <div className="flex flex-wrap gap-3">
        {source === 'browser' && (
          <Button
            variant="primary"
            busy={busy === 'continue'}
            off={tracks === null}
            aria-describedby={tracks ? undefined : 'broadcast-source-missing'}
            onClick={() => void run('continue', resume)}
          >
            <Radio aria-hidden="true" /> {running.resume}
          </Button>
        )}
        <Button busy={busy === 'end'} onClick={() => void run('end', end)}>
          {running.end}
        </Button>
        <Link to={pagePaths.watch(id)} className={getButtonClassName({})}>
          {running.watch}
        </Link>
      </div>
      {source === 'browser' && (
        // The hint occupies its space even when it is empty, so the content below it does not shift.
        <p id="broadcast-source-missing" className="field-hint min-h-[1.5em]">
          {tracks ? '' : running.source}
        </p>
      )}
    </div>
  )
}
