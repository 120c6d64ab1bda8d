import { cloneElement, type ComponentProps, type ReactElement, type ReactNode } from 'react'

type ChipProps = Omit<ComponentProps<'button'>, 'aria-pressed'> & {
  pressed: boolean
  count?: number
  icon?: ReactElement
  /**
   * A link element without children, such as `<Link to={…} />`. If it is set, the chip becomes a link, and a
   * pressed chip has the `aria-current` attribute instead of `aria-pressed`. Pass a link element for filters
   * that are part of the URL.
   */
  link?: ReactElement<{ className?: string; children?: ReactNode; 'aria-current'?: 'true' }>
}

/**
 * A chip that represents one filter in a group. Wrap the group of chips in `<div className="chips"
 * role="group" aria-label=…>`.
 */
export function Chip({ pressed, count, icon, link, children, ...rest }: ChipProps) {
  const inside = (
    <>
      {icon}
      {children}
      {count !== undefined && <span className="chip-count">{count}</span>}
    </>
  )
  if (link)
    return cloneElement(link, { className: 'chip', 'aria-current': pressed ? 'true' : undefined }, inside)
  return (
    <button type="button" {...rest} className="chip" aria-pressed={pressed}>
      {inside}
    </button>
  )
}
