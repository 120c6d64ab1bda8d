import type { ReactNode } from 'react'
import { CategoryIcon } from './category-icon.tsx'
import { cx } from './cx.ts'
import { categoryOf } from './hue.ts'

type Props = {
  /** A content type or upload name; gives hue and icon. Without one the badge is plain (a genre). */
  type?: string
  /** Quiet: hue as text on the ground, instead of a flat field. */
  quiet?: boolean
  className?: string
  children: ReactNode
}

export function Badge({ type, quiet, className, children }: Props) {
  const category = type ? categoryOf(type) : undefined
  return (
    <span
      className={cx('badge', !category && 'badge-plain', quiet && 'badge-quiet', className)}
      data-hue={category}
    >
      {category && <CategoryIcon category={category} size={15} />}
      {children}
    </span>
  )
}
