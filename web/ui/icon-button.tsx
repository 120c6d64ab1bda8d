import type { ReactElement } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import { cx } from './cx.ts'
import { Tooltip } from './tooltip.tsx'

type Props = Omit<ButtonProps, 'children'> & {
  /** What it does: read aloud, and shown as a tooltip. */
  label: string
  icon: ReactElement
  /** No tooltip where the meaning is plain (a close cross) or a bubble would be in the way. */
  bare?: boolean
}

export function IconButton({ label, icon, bare, className, variant = 'ghost', ...rest }: Props) {
  const button = (
    <Button {...rest} variant={variant} className={cx('btn-icon', className)} aria-label={label}>
      {icon}
    </Button>
  )
  return bare || rest.disabledReason ? button : <Tooltip text={label}>{button}</Tooltip>
}
