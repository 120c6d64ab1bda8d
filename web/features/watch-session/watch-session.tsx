import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Content } from '#contract/content/content.ts'
import { useAuth } from '#web/features/auth/auth-context.ts'
import { usePlayer } from '#web/player/skin/use-player.ts'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { watchSessionMessages } from '#web/messages/watch/watch-session.ts'
import { BreakReminderDialog } from './break-reminder-dialog.tsx'
import { EndScreen } from './end-screen.tsx'
import { syncBreakReminderAcrossTabs } from './break-reminder-tab-sync.ts'
import {
  resolvePreferenceChange,
  ensurePlaybackPreferencesLoaded,
  usePlaybackPreferences,
} from './playback-preferences.ts'
import { useWatchTimeHeartbeat } from './use-watch-time-heartbeat.ts'
import { PlaybackResumeNotice } from './playback-resume-notice.tsx'
import { usePlaybackPositionSaver } from './use-playback-position-saver.ts'
import { usePlaybackTicks } from './use-playback-ticks.ts'
import ViewCounter from './view-counter.tsx'

interface Props {
  item: Content
  next?: Content | undefined
  /** The position in the video at which playback started, in seconds. */
  startAt?: number | undefined
  /**
   * The URL of the page that plays the next video. If the URL is missing, the watch page of the next video is
   * used.
   */
  nextPath?: string | undefined
  /** True to start the next video even if autoplay is off for the viewer. */
  mustAutoplay?: boolean
  /** True for a live broadcast, for which views and playback positions are not stored. */
  isBroadcast?: boolean
  /** Plays the next video without leaving the page. */
  onNext?: (item: Content) => void
}

/**
 * Handles everything that accompanies a playing video: watch time, view count, playback position, break
 * reminders, and autoplay of the next video.
 */
export default function WatchSession({ isBroadcast, ...props }: Props) {
  const { item, next, nextPath, startAt, mustAutoplay, onNext } = props
  const { me } = useAuth()
  const userId = me?.id ?? ''
  const { playing, asked } = usePlaybackPreferences()
  useEffect(() => void ensurePlaybackPreferencesLoaded(userId), [userId])
  const sendHeartbeat = useWatchTimeHeartbeat(me !== null)
  const [minutes, count, answerBreak] = useBreakReminder(userId, playing?.breakMinutes ?? 0)
  usePlaybackTicks((since, now, isLast) => {
    sendHeartbeat(since, now, isLast)
    count(since, now)
  })
  return (
    <>
      {!isBroadcast && (
        <>
          <ViewCounter item={item} />
          <PlaybackPositionSaver item={item} userId={userId} />
          <PlaybackResumeNotice item={item} userId={userId} startAt={startAt} />
        </>
      )}
      {minutes > 0 && <BreakReminderDialog minutes={minutes} onAnswer={answerBreak} />}
      {!minutes && !isBroadcast && (
        <EndScreen
          next={next}
          nextPath={nextPath}
          onNext={onNext}
          autoplay={(mustAutoplay || playing?.autoplayNext) && !onNext}
        />
      )}
      {asked && (
        <ConfirmDialog
          open
          title={watchSessionMessages.looser}
          confirmLabel={watchSessionMessages.looserYes}
          cancelLabel={watchSessionMessages.looserNo}
          onConfirm={() => resolvePreferenceChange(true)}
          onCancel={() => resolvePreferenceChange(false)}
        >
          {'autoplayNext' in asked ? watchSessionMessages.looserNext : watchSessionMessages.looserBreak}
        </ConfirmDialog>
      )}
    </>
  )
}

function PlaybackPositionSaver({ item, userId }: { item: Content; userId: string }) {
  usePlaybackPositionSaver(item, userId)
  return null
}

/**
 * Returns the number of minutes that the current break reminder shows (0 if no reminder is due), a function
 * that adds watch time, and a function that passes on the viewer's response to the reminder.
 */
function useBreakReminder(userId: string, minutes: number) {
  const player = usePlayer()
  const [due, setDue] = useState(0)
  const tabs = useRef<ReturnType<typeof syncBreakReminderAcrossTabs>>(undefined)
  const stop = useEffectEvent(() => {
    player.pause()
    setDue(minutes)
  })
  useEffect(() => {
    const joined = syncBreakReminderAcrossTabs(userId, { due: stop, answered: () => setDue(0) })
    tabs.current = joined
    return joined.leave
  }, [userId])
  const count = (since: number, now: number) => tabs.current?.played(since, now, minutes)
  const answered = (isContinuing: boolean) => {
    tabs.current?.answer()
    if (isContinuing) void player.play()
  }
  return [due, count, answered] as const
}
