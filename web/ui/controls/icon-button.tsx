import type { ReactElement } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import { classNames } from '../class-names.ts'
import { Tooltip } from '../overlays/tooltip.tsx'

type IconButtonProps = Omit<ButtonProps, 'children'> & {
  /** The name of the action, used as the accessible name and the tooltip of the button. */
  label: string
  icon: ReactElement
  /**
   * Omits the tooltip. Use `bare` for an icon with an obvious meaning (such as a close button), or where a
   * tooltip would cover content.
   */
  bare?: boolean
}

export function IconButton({ label, icon, bare, className, variant = 'ghost', ...rest }: IconButtonProps) {
  const button = (
    <Button {...rest} variant={variant} className={classNames('btn-icon', className)} aria-label={label}>
      {icon}
    </Button>
  )
  return bare || rest.disabledReason ? button : <Tooltip text={label}>{button}</Tooltip>
}
