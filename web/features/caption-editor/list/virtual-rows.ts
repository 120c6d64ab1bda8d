/*
 * The positions of the rows in the list. All rows have the same height, except the one that is open. The list
 * renders only the rows near the visible area, because rendering 3,000 rows would make every keystroke slow.
 */

export interface RowHeights {
  count: number
  /** The height of a closed row in pixels. */
  row: number
  /** The index of the row that is open for editing, or -1 if no row is open. */
  openIndex: number
  openHeight: number
}

export function getRowTop(index: number, { row, openIndex, openHeight }: RowHeights): number {
  const isBelowOpen = openIndex >= 0 && index > openIndex
  return index * row + (isBelowOpen ? openHeight - row : 0)
}

export function getRowHeight(index: number, { row, openIndex, openHeight }: RowHeights): number {
  return index === openIndex ? openHeight : row
}

export const getTotalRowsHeight = (heights: RowHeights) => getRowTop(heights.count, heights)

/** Returns the row at a given distance from the top of the list. */
export function getRowIndexAt(y: number, heights: RowHeights): number {
  const { count, row, openIndex, openHeight } = heights
  const openTop = getRowTop(openIndex, heights)
  const index =
    openIndex < 0 || y < openTop + row
      ? Math.floor(y / row)
      : Math.max(openIndex, Math.floor((y - openHeight + row) / row))
  return Math.max(0, Math.min(count - 1, index))
}

/** The number of rows that are rendered above and below the visible area. */
const overscan = 6

export interface RowRange {
  from: number
  /** The index of the last rendered row plus one. */
  to: number
}

export function getVisibleRowRange(scrollTop: number, height: number, heights: RowHeights): RowRange {
  return {
    from: Math.max(0, getRowIndexAt(scrollTop, heights) - overscan),
    to: Math.min(heights.count, getRowIndexAt(scrollTop + height, heights) + 1 + overscan),
  }
}

/** Returns the scroll position that makes a row fully visible, or shows as much of a tall row as fits. */
export function getScrollTopToShowRow(
  index: number,
  scrollTop: number,
  height: number,
  heights: RowHeights,
): number {
  const top = getRowTop(index, heights)
  const bottom = top + getRowHeight(index, heights)
  if (top < scrollTop || bottom - top > height) return top
  return bottom > scrollTop + height ? bottom - height : scrollTop
}
