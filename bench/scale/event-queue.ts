interface Event {
  at: number
  run: () => void
}

/** Events in the order of their times (a binary heap). Events at the same time keep no particular order. */
export class EventQueue {
  readonly #heap: Event[] = []

  add(at: number, run: () => void): void {
    const heap = this.#heap
    let index = heap.push({ at, run }) - 1
    while (index > 0) {
      const parent = (index - 1) >> 1
      if (heap[parent]!.at <= at) break
      heap[index] = heap[parent]!
      index = parent
    }
    heap[index] = { at, run }
  }

  /** Removes and returns the next event if its time is before `end`. */
  takeBefore(end: number): Event | undefined {
    const heap = this.#heap
    const first = heap[0]
    if (!first || first.at >= end) return undefined
    const last = heap.pop()!
    if (heap.length > 0) this.#siftDown(last)
    return first
  }

  #siftDown(event: Event): void {
    const heap = this.#heap
    let index = 0
    for (;;) {
      let child = index * 2 + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && heap[child + 1]!.at < heap[child]!.at) child += 1
      if (heap[child]!.at >= event.at) break
      heap[index] = heap[child]!
      index = child
    }
    heap[index] = event
  }
}

/** A queue whose first element is taken in constant time, because overloaded machines have long queues. */
export class FifoQueue<T> {
  #items: T[] = []
  #next = 0

  add(item: T): void {
    this.#items.push(item)
  }

  first(): T | undefined {
    return this.#items[this.#next]
  }

  take(): T | undefined {
    const item = this.#items[this.#next]
    if (item !== undefined) this.#next += 1
    if (this.#next > 1000 && this.#next * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#next)
      this.#next = 0
    }
    return item
  }
}
