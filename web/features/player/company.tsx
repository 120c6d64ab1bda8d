import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Content } from '#contract/content.ts'
import { useAuth } from '#web/features/auth-context.ts'
import { usePlayer } from '#web/player/skin/use-player.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { words } from '#web/words/playing.ts'
import { BreakDialog } from './break-dialog.tsx'
import { EndScreen } from './end-screen.tsx'
import { joinTabs } from './break-tabs.ts'
import { answer, askPlaying, usePlaying } from './playing.ts'
import { useBeat } from './use-beat.ts'
import { useTicks } from './use-ticks.ts'
import View from './view.tsx'

interface Props {
  item: Content
  next?: Content | undefined
  /** Plays the next one in place of this. */
  onNext?: (item: Content) => void
}

/** What keeps somebody company while they watch: the count of the time and of the viewing, a break when it is due, the next video if they want it. */
export default function Company({ item, next, onNext }: Props) {
  const { me } = useAuth()
  const who = me?.id ?? ''
  const { playing, asked } = usePlaying()
  useEffect(() => void askPlaying(who), [who])
  const beat = useBeat(me !== null)
  const [minutes, count, answerBreak] = useBreak(who, playing?.breakMinutes ?? 0)
  useTicks((since, now, isLast) => {
    beat(since, now, isLast)
    count(since, now)
  })
  return (
    <>
      <View item={item} />
      {minutes > 0 && <BreakDialog minutes={minutes} onAnswer={answerBreak} />}
      {!minutes && <EndScreen next={next} onNext={onNext} autoplay={playing?.autoplayNext && !onNext} />}
      {asked && (
        <ConfirmDialog
          open
          title={words.looser}
          confirmLabel={words.looserYes}
          cancelLabel={words.looserNo}
          onConfirm={() => answer(true)}
          onCancel={() => answer(false)}
        >
          {'autoplayNext' in asked ? words.looserNext : words.looserBreak}
        </ConfirmDialog>
      )}
    </>
  )
}

/** The minutes after which a break is being offered, 0 while it is not; what counts; what answers. */
function useBreak(who: string, minutes: number) {
  const player = usePlayer()
  const [due, setDue] = useState(0)
  const tabs = useRef<ReturnType<typeof joinTabs>>(undefined)
  const stop = useEffectEvent(() => {
    player.pause()
    setDue(minutes)
  })
  useEffect(() => {
    const joined = joinTabs(who, { due: stop, answered: () => setDue(0) })
    tabs.current = joined
    return joined.leave
  }, [who])
  const count = (since: number, now: number) => tabs.current?.played(since, now, minutes)
  const answered = (goesOn: boolean) => {
    tabs.current?.answer()
    if (goesOn) void player.play()
  }
  return [due, count, answered] as const
}
