import { cloneElement, type ReactElement, useEffect, useId, useRef } from 'react'
import { showPopoverBeside } from './popover-position.ts'

type DescribedElement = ReactElement<{ 'aria-describedby'?: string; 'aria-label'?: string }>

/**
 * Shows a short hint when its only child is hovered, focused or tapped. The text also describes the child to
 * screen readers, unless it is already the child's accessible name.
 */
export function Tooltip({ text, children }: { text: string; children: DescribedElement }) {
  const id = useId()
  const wrap = useRef<HTMLSpanElement>(null)
  const tip = useRef<HTMLSpanElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const show = (after: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      if (tip.current && wrap.current) showPopoverBeside(tip.current, wrap.current, 'top')
    }, after)
  }
  const hide = () => {
    clearTimeout(timer.current)
    if (tip.current?.matches(':popover-open')) tip.current.hidePopover()
  }
  const named = children.props['aria-label'] === text
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the wrapper handles its child's events and is not a control itself
    <span
      ref={wrap}
      className="tip-anchor"
      onPointerEnter={(event) => event.pointerType === 'mouse' && show(350)}
      onPointerLeave={hide}
      onFocus={(event) => event.target.matches(':focus-visible') && show(0)}
      onBlur={hide}
      onClick={() => (named ? hide() : show(0))}
      onKeyDown={(event) => event.key === 'Escape' && hide()}
    >
      {named ? children : cloneElement(children, { 'aria-describedby': id })}
      <span ref={tip} id={id} role="tooltip" popover="manual" className="tip">
        {text}
      </span>
    </span>
  )
}
