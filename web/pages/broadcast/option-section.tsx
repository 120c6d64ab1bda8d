import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { broadcastingMessages } from '#web/messages/upload/broadcasting.ts'
import { Button } from '#web/ui/controls/button.tsx'

interface Props {
  /** A prefix for the ids of the elements. */
  id: string
  title: string
  intro: string
  openLabel: string
  /** While the section is open, the page shows nothing else. */
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
  /** Elements to show above the introduction. */
  before?: ReactNode
  /** What the section contains while it is open. */
  children: ReactNode
}

/** Another way to broadcast on the Go live page. */
export function OptionSection({ id, title, intro, openLabel, isOpen, onToggle, before, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const openButton = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(isOpen)
  // Each button disappears when it is pressed, so the focus moves to what has taken its place.
  useEffect(() => {
    if (isOpen === wasOpen.current) return
    wasOpen.current = isOpen
    if (isOpen) {
      heading.current?.focus({ preventScroll: true })
      scrollTo({ top: 0 })
    } else openButton.current?.focus()
  }, [isOpen])
  return (
    <section
      aria-labelledby={`${id}-title`}
      className={`grid justify-items-start gap-4 ${isOpen ? '' : 'mt-10'}`}
    >
      {isOpen && (
        <Button size="small" onClick={() => onToggle(false)}>
          <ArrowLeft aria-hidden="true" className="rtl:-scale-x-100" /> {broadcastingMessages.back}
        </Button>
      )}
      <h2 id={`${id}-title`} ref={heading} tabIndex={-1} className="text-28 font-bold">
        {title}
      </h2>
      {before}
      <p className="text-quiet">{intro}</p>
      {isOpen ? (
        children
      ) : (
        <Button ref={openButton} onClick={() => onToggle(true)}>
          {openLabel}
        </Button>
      )}
    </section>
  )
}
