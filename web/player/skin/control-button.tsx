import type { ComponentProps, ReactElement } from 'react'
import { cx } from '../../ui/cx.ts'
import { words } from '#web/words/player.ts'

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
      title={keys ? words.withKey(label, keys) : label}
    >
      {icon}
    </button>
  )
}
