import { useEffect, useEffectEvent, useState } from 'react'
import { createPortal } from 'react-dom'
import { listSessions } from '#contract/auth/sessions.ts'
import type { Content } from '#contract/content/content.ts'
import { classifyPlaybackPosition } from '#contract/engagement/playback-resume.ts'
import { callApi } from '#web/api/api-client.ts'
import { WatchHistorySyncPrompt } from '#web/features/watch-session/watch-history-sync-prompt.tsx'
import {
  getCachedWatchHistoryState,
  syncPlaybackPosition,
} from '#web/features/watch-session/watch-history-sync.ts'
import { uploadPlaybackPositionsOnce } from '#web/features/watch-session/upload-playback-positions.ts'
import { readPlaybackPositions } from '#web/player/core/playback-positions/playback-positions.ts'
import { usePlayer, usePlayerState } from '#web/player/skin/use-player.ts'
import { watchHistoryMessages } from '#web/messages/dashboard/watch-history.ts'

/** The id of the element that contains the question, below the player. */
const slotId = 'history-question'

/**
 * True after the question has been shown on this visit. If the person does not answer the question, it is not
 * shown for other videos until the next visit.
 */
let wasShown = false

/**
 * Asks signed-in people once whether they want to continue their videos on other devices. The question is
 * shown when a person pauses a video partway through, or when they may have left a video unfinished on
 * another device. The question is shown below the player and does not interrupt playback.
 */
export default function HistoryQuestion({ item, userId }: { item: Content; userId: string }) {
  const { store } = usePlayer()
  const { isDue, dismiss } = useIsQuestionDue(item, userId)
  const slot = document.getElementById(slotId)
  const finish = (answer: 'on' | 'off') => {
    dismiss()
    // If the viewer has not consented to functional storage, the browser has not stored the position in this
    // video.
    if (answer === 'on' && isResumable(store.get(), item))
      void syncPlaybackPosition(userId, item.id, store.get().currentTime)
    // The buttons are about to disappear, so move the focus to the player's seek bar.
    if (slot?.contains(document.activeElement))
      document.querySelector<HTMLElement>('.stage .progress-bar input')?.focus({ preventScroll: true })
  }
  return (
    <>
      <output className="sr-only">{isDue && watchHistoryMessages.promptTitle}</output>
      {isDue && slot && createPortal(<WatchHistorySyncPrompt userId={userId} onAnswered={finish} />, slot)}
    </>
  )
}

function useIsQuestionDue(item: Content, userId: string) {
  const [isDue, setIsDue] = useState(false)
  const hasStopped = usePlayerState((state) => state.paused && isResumable(state, item))
  const hasStoppedElsewhere = useEffectEvent(async () => hasOtherPosition(userId) || hasOtherDevice())
  const ask = useEffectEvent((isNeeded: () => Promise<boolean>) => claimQuestion(userId, isNeeded))
  useEffect(() => {
    void ask(hasStoppedElsewhere).then((mayAsk) => mayAsk && setIsDue(true))
  }, [])
  useEffect(() => {
    if (hasStopped) void ask(async () => true).then((mayAsk) => mayAsk && setIsDue(true))
  }, [hasStopped])
  return { isDue, dismiss: () => setIsDue(false) }
}

/**
 * Returns whether to show the question: the account has never answered it, and it has not been shown on this
 * visit yet.
 */
async function claimQuestion(userId: string, isNeeded: () => Promise<boolean>): Promise<boolean> {
  await uploadPlaybackPositionsOnce(userId)
  const isUnanswered = getCachedWatchHistoryState(userId) === 'unset' && (await isNeeded())
  if (!isUnanswered || wasShown) return false
  wasShown = true
  return true
}

interface Position {
  source: string
  currentTime: number
  duration: number
}

function isResumable({ source, currentTime, duration }: Position, item: Content): boolean {
  if (source === 'trailer') return false
  return classifyPlaybackPosition(currentTime, item.duration_seconds ?? duration) === 'resumable'
}

/** Returns whether the person has left a video unfinished in this browser. */
function hasOtherPosition(userId: string): boolean {
  return readPlaybackPositions(userId).length > 0
}

/** Returns whether the person is signed in on another device, where they may have left a video unfinished. */
async function hasOtherDevice(): Promise<boolean> {
  const loaded = await callApi(listSessions, {}).catch(() => null)
  return loaded?.items.some(({ is_current, is_program }) => !is_current && !is_program) ?? false
}
