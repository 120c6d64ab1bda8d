import type { ComponentProps, MouseEvent } from 'react'
import { getButtonClassName, type ButtonStyle } from './button-class-name.ts'
import { Spinner } from '../feedback/spinner.tsx'
import { Tooltip } from '../overlays/tooltip.tsx'

export type ButtonProps = ComponentProps<'button'> &
  Omit<ButtonStyle, 'icon'> & {
    /** While `busy` is true, a spinner covers the label, and pressing the button has no effect. */
    busy?: boolean
    /**
     * The reason why the button is disabled, shown on hover, focus and tap. Users can still move the focus to
     * a disabled button.
     */
    disabledReason?: string | false | null
    /**
     * Disables the button, but users can still move the focus to it. Set `aria-describedby` to the id of a
     * visible explanation.
     */
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
      className={getButtonClassName({ variant, size }, className)}
      aria-busy={busy || undefined}
      aria-disabled={isOff || undefined}
      onClick={isOff ? suppressClick : rest.onClick}
    >
      {busy ? <BusyLabel>{children}</BusyLabel> : children}
    </button>
  )
  return disabledReason ? <Tooltip text={disabledReason}>{button}</Tooltip> : button
}

/**
 * Prevents a button with `aria-disabled` from submitting its form, because browsers ignore this attribute.
 */
function suppressClick(event: MouseEvent) {
  event.preventDefault()
}

/**
 * Makes the label invisible but keeps it in the layout, so the width of the button does not change while it
 * is busy.
 */
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
