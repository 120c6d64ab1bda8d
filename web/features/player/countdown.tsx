import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { Content } from '#contract/content.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { words } from '#web/words/playing.ts'

/** Seconds until the next video begins. */
const notice = 5

/** The next video begins in five seconds, for those who chose that, unless they cancel, are writing something, or are not looking. */
export function Countdown({ id, title }: Pick<Content, 'id' | 'title'>) {
  const [left, setLeft] = useState(notice)
  const [cancelled, setCancelled] = useState(isWriting)
  const navigate = useNavigate()
  const cancel = useRef<HTMLButtonElement>(null)
  const tick = useEffectEvent(() => {
    if (document.visibilityState === 'hidden') return
    // Not asked before the first second: the question whether it shall begin by itself may just be closing.
    if (isWriting() || document.querySelector('dialog[open]')) return setCancelled(true)
    if (left <= 1) void navigate(paths.watch(id))
    else setLeft(left - 1)
  })
  useEffect(() => {
    if (cancelled) return
    const { activeElement } = document
    // So that Enter or Space is enough to stay, unless somebody is elsewhere on the page.
    if (activeElement === document.body || activeElement?.closest('.stage'))
      cancel.current?.focus({ preventScroll: true })
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [cancelled])
  if (cancelled) return <p className="end-head">{words.upNext}</p>
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape is the key
    <section
      className="countdown"
      aria-label={words.next(title)}
      onKeyDown={(event) => event.key === 'Escape' && setCancelled(true)}
    >
      <output className="sr-only">{words.next(title)}</output>
      <p className="end-head" aria-hidden="true">
        {words.upNext} {words.inSeconds(left)}
      </p>
      <p className="countdown-ways">
        <Button ref={cancel} size="small" onClick={() => setCancelled(true)}>
          {words.cancel}
        </Button>
        <Link to={paths.watch(id)} className={buttonClass({ size: 'small' })}>
          {words.now}
        </Link>
      </p>
    </section>
  )
}

/** Nobody is led away from what they are writing. */
function isWriting(): boolean {
  return [...document.querySelectorAll('textarea')].some(({ value }) => value.trim() !== '')
}
