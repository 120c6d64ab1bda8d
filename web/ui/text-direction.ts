/**
 * Whether an element is laid out from right to left, as on an Arabic page. The player's controls are always
 * laid out from left to right.
 */
export const isRightToLeft = (element: Element): boolean => getComputedStyle(element).direction === 'rtl'
