import { isRightToLeft } from '../text-direction.ts'

export type PopoverSide = 'top' | 'bottom-start' | 'bottom-end' | 'top-start' | 'top-end'

/**
 * Shows a popover next to its anchor element. If the browser supports CSS anchor positioning, the stylesheet
 * positions the popover, even while the page scrolls. In other browsers, this function positions the popover
 * only once, when it opens, and keeps it inside the window.
 */
export function showPopoverBeside(popover: HTMLElement, anchor: HTMLElement, side: PopoverSide) {
  if (!popover.matches(':popover-open')) popover.showPopover({ source: anchor })
  if (!CSS.supports('position-area: top')) positionPopover(popover, anchor, side)
}

const popoverGap = 8

/**
 * Computes and sets the position of a popover. The popover must already be visible, because its size is
 * measured.
 */
export function positionPopover(popover: HTMLElement, anchor: HTMLElement, side: PopoverSide) {
  const a = anchor.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = popover
  const left =
    side === 'top'
      ? a.left + (a.width - width) / 2
      : side.endsWith('start') !== isRightToLeft(anchor)
        ? a.left
        : a.right - width
  const above = a.top - popoverGap - height
  const below = a.bottom + popoverGap
  const fitsBelow = below + height <= innerHeight
  const top = side.startsWith('top') ? (above >= 0 ? above : below) : fitsBelow ? below : above
  popover.style.inset = 'auto'
  popover.style.margin = '0'
  popover.style.left = `${clamp(left, popoverGap, innerWidth - width - popoverGap)}px`
  popover.style.top = `${clamp(top, popoverGap, innerHeight - height - popoverGap)}px`
}

const clamp = (value: number, low: number, high: number) => Math.max(low, Math.min(high, value))
