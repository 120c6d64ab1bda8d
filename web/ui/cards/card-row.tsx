import { ArrowLeft, ArrowRight } from 'lucide-react'
import {
  Children,
  isValidElement,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { IconButton } from '../controls/icon-button.tsx'
import { classNames } from '../class-names.ts'
import { isRightToLeft } from '../text-direction.ts'
import { uiMessages } from '#web/messages/site/ui-components.ts'

type CardRowProps = {
  title: string
  /** A link to the page with all videos in the row, next to the row's title. */
  more?: ReactNode
  /** The cards in the row, each with a React key. */
  children: ReactNode
  /** The class `row-compact` keeps the cards in a short row small. */
  className?: string
}

/**
 * A row of cards that scrolls horizontally by touch, wheel and arrow buttons. The arrow keys move the focus
 * between the items in the row.
 */
export function CardRow({ title, more, children, className }: CardRowProps) {
  const track = useRef<HTMLUListElement>(null)
  const titleId = useId()
  const { ends, slide } = useRowScroll(track)
  return (
    <section className={classNames('row', className)} aria-labelledby={titleId}>
      <div className="row-head">
        <h2 id={titleId}>{title}</h2>
        {more && <span className="row-more">{more}</span>}
        {ends !== 'none' && (
          <div className="row-arrows needs-js">
            <RowArrow
              label={uiMessages.rowBack({ title })}
              icon={<ArrowLeft />}
              off={ends === 'end'}
              onClick={() => slide(-1)}
            />
            <RowArrow
              label={uiMessages.rowOn({ title })}
              icon={<ArrowRight />}
              off={ends === 'start'}
              onClick={() => slide(1)}
            />
          </div>
        )}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys only move focus between the links inside */}
      <ul ref={track} className="row-track" data-more={ends} onKeyDown={moveFocusWithArrowKeys}>
        {Children.toArray(children).map((child, index) => (
          <li key={isValidElement(child) && child.key ? child.key : index}>{child}</li>
        ))}
      </ul>
    </section>
  )
}

function RowArrow({
  off,
  ...button
}: {
  label: string
  icon: React.ReactElement
  off: boolean
  onClick: () => void
}) {
  return <IconButton bare size="small" variant="quiet" aria-disabled={off || undefined} {...button} />
}

/**
 * The directions in which the row can be scrolled further. card-row.css uses the same names for the
 * directions.
 */
type RowOverflow = 'none' | 'start' | 'end' | 'both'

function useRowScroll(track: React.RefObject<HTMLUListElement | null>) {
  const [more, setMore] = useState<RowOverflow>('none')
  useEffect(() => {
    const list = track.current
    if (!list) return
    // In right-to-left layouts, scrollLeft starts at 0 and becomes negative.
    const updateOverflow = () =>
      setMore(getRowOverflow(Math.abs(list.scrollLeft), list.clientWidth, list.scrollWidth))
    const watch = new ResizeObserver(updateOverflow)
    watch.observe(list)
    list.addEventListener('scroll', updateOverflow, { passive: true })
    return () => {
      watch.disconnect()
      list.removeEventListener('scroll', updateOverflow)
    }
  }, [track])
  const scrollByPage = (direction: -1 | 1) => {
    const list = track.current
    if (!list) return
    const reducesMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
    const by = list.clientWidth * 0.85 * direction
    list.scrollBy({ left: isRightToLeft(list) ? -by : by, behavior: reducesMotion ? 'auto' : 'smooth' })
  }
  return { ends: more, slide: scrollByPage }
}

function getRowOverflow(at: number, width: number, scrollWidth: number): RowOverflow {
  const before = at > 8
  const after = at + width < scrollWidth - 8
  return before && after ? 'both' : before ? 'start' : after ? 'end' : 'none'
}

/**
 * Moves the focus to the first link of the next item to the right or left. The first link of a card is its
 * title.
 */
function moveFocusWithArrowKeys(event: KeyboardEvent<HTMLUListElement>) {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
  const isForward = isRightToLeft(event.currentTarget) ? step < 0 : step > 0
  const item = (event.target as Element).closest('li')
  if (!step || !item || (event.target as Element).matches('input, textarea, select')) return
  const next = isForward ? item.nextElementSibling : item.previousElementSibling
  event.preventDefault()
  next?.querySelector<HTMLElement>('a, button')?.focus()
}
