import {
  cloneElement,
  type ComponentProps,
  type ReactElement,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { showPopoverBeside } from './popover-position.ts'
import { classNames } from '../class-names.ts'
import { handleMenuKeyDown } from './menu-keyboard-navigation.ts'

type MenuProps = {
  /** The accessible name of the menu, for example "Your account". */
  label: string
  /** A `<Button>`, an `<IconButton>`, or another component that passes its props to a `<button>`. */
  trigger: ReactElement<ComponentProps<'button'>>
  align?: 'start' | 'end'
  /**
   * The side on which the menu opens if there is enough space. If there is not enough space on the preferred
   * side, the menu opens on the opposite side.
   */
  side?: 'bottom' | 'top'
  onOpenChange?: (open: boolean) => void
  className?: string
  children: ReactNode
}

/**
 * A menu of actions that uses the popover API. The menu opens without JavaScript, closes on Escape and
 * outside clicks, and is never clipped by its container. JavaScript adds navigation with the arrow keys.
 */
export function Menu({
  label,
  trigger,
  align = 'end',
  side = 'bottom',
  onOpenChange,
  className,
  children,
}: MenuProps) {
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const opened = (list: HTMLElement) => {
    const button = document.querySelector<HTMLElement>(`[popovertarget="${CSS.escape(id)}"]`)
    if (button) showPopoverBeside(list, button, `${side}-${align}`)
    list.querySelector<HTMLElement>('[role^="menuitem"]')?.focus()
  }
  const toggled = (list: HTMLElement, isOpen: boolean) => {
    setOpen(isOpen)
    onOpenChange?.(isOpen)
    if (isOpen) opened(list)
  }
  // The browser can open the menu before React has hydrated it.
  const adoptOpenMenu = useEffectEvent(() => {
    if (menu.current!.matches(':popover-open')) toggled(menu.current!, true)
  })
  useEffect(() => adoptOpenMenu(), [])
  return (
    <>
      {cloneElement(trigger, { popoverTarget: id, 'aria-haspopup': 'menu', 'aria-expanded': open })}
      <div
        ref={menu}
        id={id}
        role="menu"
        tabIndex={-1}
        aria-label={label}
        popover="auto"
        className={classNames('menu', className)}
        data-align={align}
        data-side={side}
        onToggle={(event) => toggled(event.currentTarget, event.newState === 'open')}
        onKeyDown={handleMenuKeyDown}
        onClick={(event) => {
          if ((event.target as Element).closest('[role="menuitem"]')) menu.current?.hidePopover()
        }}
      >
        {children}
      </div>
    </>
  )
}

type MenuItemProps = ComponentProps<'button'> & {
  icon?: ReactElement
  /** A link element without children (`<Link to="/dashboard" />`), which turns the menu item into a link. */
  link?: ReactElement<{ className?: string; children?: ReactNode; role?: string }>
  danger?: boolean
}

export function MenuItem({ icon, link, danger, children, className, ...rest }: MenuItemProps) {
  const inside = (
    <>
      {icon}
      <span className="flex-1">{children}</span>
    </>
  )
  const look = {
    role: 'menuitem',
    className: classNames('menu-item', className),
    'data-danger': danger || undefined,
  }
  if (link) return cloneElement(link, look, inside)
  return (
    <button type="button" {...rest} {...look}>
      {inside}
    </button>
  )
}

export function MenuSeparator() {
  return <hr className="menu-line border-0" />
}
