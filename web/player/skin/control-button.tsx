import type { ComponentProps, ReactElement } from 'react'
import { cx } from '../../ui/cx.ts'

type Props = ComponentProps<'button'> & { label: string; keys?: string; icon: ReactElement }

/** 44 px, named, with its key in the tooltip. */
export function ControlButton({ label, keys, icon, className, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      className={cx('control', className)}
      aria-label={label}
      aria-keyshortcuts={keys}
      title={keys ? `${label} (${keys})` : label}
    >
      {icon}
    </button>
  )
}
