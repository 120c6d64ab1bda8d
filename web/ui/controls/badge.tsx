import type { ReactNode } from 'react'
import { CategoryIcon } from '../cards/category-icon.tsx'
import { classNames } from '../class-names.ts'
import { getCategoryHue } from '../cards/category-hue.ts'

type BadgeProps = {
  /**
   * The content type or upload type, which determines the colour and the icon of the badge. A badge without a
   * type is plain, for example the badge of a genre.
   */
  type?: string
  /** True for a badge that is coloured text without a filled background. */
  quiet?: boolean
  className?: string
  children: ReactNode
}

export function Badge({ type, quiet, className, children }: BadgeProps) {
  const category = type ? getCategoryHue(type) : undefined
  return (
    <span
      className={classNames('badge', !category && 'badge-plain', quiet && 'badge-quiet', className)}
      data-hue={category}
    >
      {category && <CategoryIcon category={category} size={15} />}
      {children}
    </span>
  )
}
