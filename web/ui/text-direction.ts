/** Whether the layout of an element runs from right to left, as on an Arabic page. The player's controls never do. */
export const isRightToLeft = (element: Element): boolean => getComputedStyle(element).direction === 'rtl'
