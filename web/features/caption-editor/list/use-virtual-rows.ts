import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import {
  getRowTop,
  type RowRange,
  getScrollTopToShowRow,
  getTotalRowsHeight,
  getVisibleRowRange,
} from './virtual-rows.ts'

/** Estimated heights, which are used until the browser has measured the rows. */
const guessedHeights = { row: 64, open: 260 }

interface Options {
  count: number
  openIndex: number
  scroller: RefObject<HTMLElement | null>
  /** An invisible element that has the height of a closed row. */
  sample: RefObject<HTMLElement | null>
}

/** Decides which rows in the list are rendered, and at which positions. */
export function useVirtualRows({ count, openIndex, scroller, sample }: Options) {
  const [row, setRow] = useState(guessedHeights.row)
  const [openHeight, setOpenHeight] = useState(guessedHeights.open)
  const [range, setRange] = useState<RowRange>({ from: 0, to: 24 })
  const heights = { count, row, openIndex, openHeight }
  const update = () => {
    const { scrollTop, clientHeight } = scroller.current!
    const next = getVisibleRowRange(scrollTop, clientHeight, heights)
    setRange((before) => (before.from === next.from && before.to === next.to ? before : next))
  }
  const latest = useRef({ update, heights })
  useLayoutEffect(() => {
    latest.current = { update, heights }
  })

  useLayoutEffect(() => {
    const list = scroller.current!
    const measure = () => {
      setRow(sample.current!.offsetHeight || guessedHeights.row)
      latest.current.update()
    }
    const observer = new ResizeObserver(measure)
    observer.observe(list)
    observer.observe(sample.current!)
    const onScroll = () => latest.current.update()
    list.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      list.removeEventListener('scroll', onScroll)
    }
  }, [scroller, sample])
  // The rows move when the list changes.
  useLayoutEffect(() => latest.current.update())

  // When a visible row is opened, it stays in place on the screen, even though the previously open row above
  // it closes.
  const before = useRef({ openIndex, heights })
  useLayoutEffect(() => {
    const list = scroller.current!
    const { openIndex: oldIndex, heights: old } = before.current
    before.current = { openIndex, heights: latest.current.heights }
    if (openIndex < 0 || (openIndex === oldIndex && old.openHeight === openHeight)) return
    const moved = getRowTop(openIndex, latest.current.heights) - getRowTop(openIndex, old)
    const isVisible = Math.abs(getRowTop(openIndex, old) - list.scrollTop) < list.clientHeight
    const from = isVisible ? list.scrollTop + moved : list.scrollTop
    list.scrollTo({ top: getScrollTopToShowRow(openIndex, from, list.clientHeight, latest.current.heights) })
  }, [scroller, openIndex, openHeight])

  const openRow = (element: HTMLElement | null) => {
    if (!element) return
    const measure = () => setOpenHeight(element.offsetHeight)
    // Measure the row now, because the observer reports the first height only after the rows have been
    // painted.
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }
  const [measureOpenRow] = useState(() => openRow)
  return { range, heights, height: getTotalRowsHeight(heights), measureOpenRow }
}
