import { useState } from 'react'
import { Link } from 'react-router'
import { putWatchHistoryState } from '#contract/engagement/watch-history.ts'
import { ApiCallError, callApi } from '#web/api/api-client.ts'
import { pagePaths } from '#web/paths.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { watchHistoryMessages } from '#web/messages/dashboard/watch-history.ts'
import { setCachedWatchHistoryState } from './watch-history-sync.ts'
import { uploadPlaybackPositions } from './upload-playback-positions.ts'
import './watch-history-sync-prompt.css'

interface Props {
  userId: string
  /** Called when the server has stored the person's answer and the prompt is about to disappear. */
  onAnswered: (answer: 'on' | 'off') => void
}

/**
 * Asks people once whether they want to continue their videos on other devices. The server stores the
 * person's answer, so the question is not asked again on any other device. If the person answers yes, the
 * playback positions in this browser are uploaded.
 */
export function WatchHistorySyncPrompt({ userId, onAnswered }: Props) {
  const [sent, setSent] = useState<'on' | 'off'>()
  const answer = async (state: 'on' | 'off') => {
    setSent(state)
    try {
      await callApi(putWatchHistoryState, { body: { state } })
    } catch (thrown) {
      showToast.error(
        watchHistoryMessages.saveFailed,
        thrown instanceof ApiCallError ? thrown.detail : undefined,
      )
      return setSent(undefined)
    }
    setCachedWatchHistoryState(userId, state)
    if (state === 'on') void uploadPlaybackPositions(userId)
    showToast.success(state === 'on' ? watchHistoryMessages.turnedOn : watchHistoryMessages.notAskedAgain)
    onAnswered(state)
  }
  return (
    <section className="history-prompt" aria-label={watchHistoryMessages.promptTitle}>
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
    </section>
  )
}
