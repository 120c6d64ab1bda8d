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

export function rowTop(index: number, { row, openIndex, openHeight }: RowHeights): number {
  const isBelowOpen = openIndex >= 0 && index > openIndex
  return index * row + (isBelowOpen ? openHeight - row : 0)
}

export function rowHeight(index: number, { row, openIndex, openHeight }: RowHeights): number {
  return index === openIndex ? openHeight : row
}

export const totalHeight = (heights: RowHeights) => rowTop(heights.count, heights)

/** Returns the row at a given distance from the top of the list. */
export function rowAt(y: number, heights: RowHeights): number {
  const { count, row, openIndex, openHeight } = heights
  const openTop = rowTop(openIndex, heights)
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

export function visibleRows(scrollTop: number, height: number, heights: RowHeights): RowRange {
  return {
    from: Math.max(0, rowAt(scrollTop, heights) - overscan),
    to: Math.min(heights.count, rowAt(scrollTop + height, heights) + 1 + overscan),
  }
}

/** Returns the scroll position that makes a row fully visible, or shows as much of a tall row as fits. */
export function scrollTopFor(index: number, scrollTop: number, height: number, heights: RowHeights): number {
  const top = rowTop(index, heights)
  const bottom = top + rowHeight(index, heights)
  if (top < scrollTop || bottom - top > height) return top
  return bottom > scrollTop + height ? bottom - height : scrollTop
}
