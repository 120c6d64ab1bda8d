import assert from 'node:assert/strict'
import test from 'node:test'
import { rowAt, rowHeight, rowTop, scrollTopFor, totalHeight, visibleRows } from './virtual-rows.ts'

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
      const top = rowTop(index, heights)
      assert.equal(rowAt(top, heights), index)
      assert.equal(rowAt(top + rowHeight(index, heights) - 1, heights), index)
    }
  assert.equal(totalHeight(open), 2999 * 60 + 250)
})

test('renders only the caption rows near the visible area', () => {
  assert.deepEqual(visibleRows(0, 600, closed), { from: 0, to: 17 })
  const { from, to } = visibleRows(90_000, 600, open)
  assert.ok(from < rowAt(90_000, open) && to > rowAt(90_600, open) && to - from < 30)
  assert.deepEqual(visibleRows(1e9, 600, closed).to, 3000)
})

test('scrolls as little as possible to show a caption row completely', () => {
  assert.equal(scrollTopFor(10, 0, 600, open), 250)
  assert.equal(scrollTopFor(10, 400, 600, open), 400)
  assert.equal(scrollTopFor(3, 400, 600, open), 180)
  assert.equal(scrollTopFor(10, 0, 100, open), 600, 'a row that does not fit')
})
