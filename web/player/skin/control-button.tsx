import type { ComponentProps, ReactElement } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { playerMessages } from '#web/messages/watch/player.ts'

type Props = ComponentProps<'button'> & { label: string; keys?: string; icon: ReactElement }

/**
 * An icon button of 44 × 44 px with an accessible label. The tooltip of the button contains the keyboard
 * shortcut.
 */
export function ControlButton({ label, keys, icon, className, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      className={classNames('control', className)}
      aria-label={label}
      aria-keyshortcuts={keys}
      title={keys ? playerMessages.withKey({ label, key: keys }) : label}
    >
      {icon}
    </button>
  )
}
