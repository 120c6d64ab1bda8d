import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { putHistoryState } from '#contract/engagement/watch-history.ts'
import { ApiCallError, callApi } from '#web/api/api-client.ts'
import { setHistoryState, syncPlaybackPosition } from '#web/features/watch-session/history-sync.ts'
import { pagePaths } from '#web/paths.ts'
import type { PlaybackPosition } from '#web/player/core/positions/playback-positions.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { watchHistoryMessages } from '#web/messages/dashboard/watch-history.ts'
import './history-sync-prompt.css'

interface Props {
  userId: string
  /** The positions that this browser has stored so far. */
  positions: readonly PlaybackPosition[]
}

/** Asks people once whether they want to continue their videos on other devices. */
export function HistorySyncPrompt({ userId, positions }: Props) {
  const [sent, setSent] = useState<'on' | 'off'>()
  const { revalidate } = useRevalidator()
  const answer = async (state: 'on' | 'off') => {
    setSent(state)
    try {
      await callApi(putHistoryState, { body: { state } })
    } catch (thrown) {
      showToast.error(
        watchHistoryMessages.saveFailed,
        thrown instanceof ApiCallError ? thrown.detail : undefined,
      )
      return setSent(undefined)
    }
    setHistoryState(userId, state)
    for (const { id, seconds, at } of positions)
      void syncPlaybackPosition(userId, id, seconds, Math.max(0, (Date.now() - at) / 1000))
    // The buttons are about to disappear, so move the focus to the first video of the row.
    document.querySelector<HTMLElement>('.continue-watching a')?.focus({ preventScroll: true })
    showToast.success(state === 'on' ? watchHistoryMessages.turnedOn : watchHistoryMessages.notAskedAgain)
    await revalidate()
  }
  return (
    <div className="history-prompt">
      <p>
        <b>{watchHistoryMessages.promptTitle}</b> {watchHistoryMessages.promptText}{' '}
        <Link to={pagePaths.history()} className="link">
          {watchHistoryMessages.promptMore}
        </Link>
      </p>
      <div className="history-prompt-answers">
        <Button size="small" busy={sent === 'on'} onClick={() => void answer('on')}>
          {watchHistoryMessages.turnOn}
        </Button>
        <Button size="small" busy={sent === 'off'} onClick={() => void answer('off')}>
          {watchHistoryMessages.noThanks}
        </Button>
      </div>
    </div>
  )
}
