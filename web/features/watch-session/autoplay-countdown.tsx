import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { Button } from '#web/ui/controls/button.tsx'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { watchSessionMessages } from '#web/messages/watch/watch-session.ts'

const countdownSeconds = 5

/**
 * Counts down from five seconds, then starts the next video. If the viewer presses Cancel or starts typing,
 * the countdown ends and the next video does not start. The countdown pauses while the tab is not visible.
 */
export function AutoplayCountdown({ title, path }: { title: string; path: string }) {
  const [secondsLeft, setSecondsLeft] = useState(countdownSeconds)
  const [cancelled, setCancelled] = useState(isTypingText)
  const navigate = useNavigate()
  const cancel = useRef<HTMLButtonElement>(null)
  const tick = useEffectEvent(() => {
    if (document.visibilityState === 'hidden') return
    // If the viewer is typing or a dialog is open, cancel the countdown. Wait one second before this check,
    // because the dialog that asks about autoplay may still be closing.
    if (isTypingText() || document.querySelector('dialog[open]')) return setCancelled(true)
    if (secondsLeft <= 1) void navigate(path)
    else setSecondsLeft(secondsLeft - 1)
  })
  useEffect(() => {
    if (cancelled) return
    const { activeElement } = document
    // Focus the Cancel button, so that Enter and Space cancel the countdown. Do not take focus from another
    // element.
    if (activeElement === document.body || activeElement?.closest('.stage'))
      cancel.current?.focus({ preventScroll: true })
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [cancelled])
  if (cancelled) return <p className="end-head">{watchSessionMessages.upNext}</p>
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape is the keyboard equivalent
    <section
      className="countdown"
      aria-label={watchSessionMessages.next({ title })}
      onKeyDown={(event) => event.key === 'Escape' && setCancelled(true)}
    >
      <output className="sr-only">{watchSessionMessages.next({ title })}</output>
      <p className="end-head" aria-hidden="true">
        {watchSessionMessages.upNext} {watchSessionMessages.inSeconds({ left: secondsLeft })}
      </p>
      <p className="countdown-ways">
        <Button ref={cancel} size="small" onClick={() => setCancelled(true)}>
          {watchSessionMessages.cancel}
        </Button>
        <Link to={path} className={getButtonClassName({ size: 'small' })}>
          {watchSessionMessages.now}
        </Link>
      </p>
    </section>
  )
}

/** Returns true while the viewer is typing, because the page must not change during that time. */
function isTypingText(): boolean {
  return [...document.querySelectorAll('textarea')].some(({ value }) => value.trim() !== '')
}
