import assert from 'node:assert/strict'
import test from 'node:test'
import {
  getRowIndexAt,
  getRowHeight,
  getRowTop,
  getScrollTopToShowRow,
  getTotalRowsHeight,
  getVisibleRowRange,
} from './virtual-rows.ts'

const closed = { count: 3000, row: 60, openIndex: -1, openHeight: 0 }
const open = { count: 3000, row: 60, openIndex: 10, openHeight: 250 }

test('finds the row at each scroll position of the caption list', () => {
  for (const heights of [
    closed,
    open,
    { ...open, openIndex: 0 },
    { ...open, openIndex: 2999 },
    { ...open, count: 11 },
  ])
    for (let index = 0; index < heights.count; index++) {
      const top = getRowTop(index, heights)
      assert.equal(getRowIndexAt(top, heights), index)
      assert.equal(getRowIndexAt(top + getRowHeight(index, heights) - 1, heights), index)
    }
  assert.equal(getTotalRowsHeight(open), 2999 * 60 + 250)
})

test('renders only the caption rows near the visible area', () => {
  assert.deepEqual(getVisibleRowRange(0, 600, closed), { from: 0, to: 17 })
  const { from, to } = getVisibleRowRange(90_000, 600, open)
  assert.ok(from < getRowIndexAt(90_000, open) && to > getRowIndexAt(90_600, open) && to - from < 30)
  assert.deepEqual(getVisibleRowRange(1e9, 600, closed).to, 3000)
})

test('scrolls as little as possible to show a caption row completely', () => {
  assert.equal(getScrollTopToShowRow(10, 0, 600, open), 250)
  assert.equal(getScrollTopToShowRow(10, 400, 600, open), 400)
  assert.equal(getScrollTopToShowRow(3, 400, 600, open), 180)
  assert.equal(getScrollTopToShowRow(10, 0, 100, open), 600, 'a row that does not fit')
})
