import type { ComponentProps, MouseEvent } from 'react'
import { buttonClass, type ButtonStyle } from './button-class.ts'
import { Spinner } from '../feedback/spinner.tsx'
import { Tooltip } from '../overlays/tooltip.tsx'

export type ButtonProps = ComponentProps<'button'> &
  Omit<ButtonStyle, 'icon'> & {
    /** While busy, a spinner covers the label and presses do nothing. */
    busy?: boolean
    /** Why the button is disabled; shown on hover, focus and tap. It stays focusable. */
    disabledReason?: string | false | null
    /** Disables the button; visible text referenced by `aria-describedby` explains why. It stays focusable. */
    off?: boolean
  }

export function Button({
  variant,
  size,
  busy,
  disabledReason,
  off,
  className,
  children,
  ...rest
}: ButtonProps) {
  const isOff = Boolean(busy || disabledReason || off)
  const button = (
    <button
      type="button"
      {...rest}
      className={buttonClass({ variant, size }, className)}
      aria-busy={busy || undefined}
      aria-disabled={isOff || undefined}
      onClick={isOff ? suppressClick : rest.onClick}
    >
      {busy ? <BusyLabel>{children}</BusyLabel> : children}
    </button>
  )
  return disabledReason ? <Tooltip text={disabledReason}>{button}</Tooltip> : button
}

/** A disabled submit button must not submit either. */
function suppressClick(event: MouseEvent) {
  event.preventDefault()
}

/** Keeps the label in the layout, so that the button keeps its width. */
function BusyLabel({ children }: { children: ButtonProps['children'] }) {
  return (
    <>
      <span className="opacity-0 inline-flex items-center gap-2">{children}</span>
      <span className="btn-busy-mark">
        <Spinner size={20} label="" />
      </span>
    </>
  )
}
