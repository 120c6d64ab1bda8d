import { Hls, type LoaderCallbacks, type LoaderConfiguration, type LoaderContext } from 'hls.js/light'
import { type PrefetchedSegment, takePrefetchedSegment } from './segment-prefetch.ts'

/** hls.js's own way of fetching, but for what was fetched ahead. */
export class HlsPrefetchLoader extends Hls.DefaultConfig.loader {
  private isOver = false
  /** Who waits for a piece that is on its way. */
  private waiting: LoaderCallbacks<LoaderContext> | undefined

  override load(
    context: LoaderContext,
    config: LoaderConfiguration,
    callbacks: LoaderCallbacks<LoaderContext>,
  ) {
    const ahead = context.rangeEnd ? undefined : takePrefetchedSegment(context.url)
    if (!ahead) return super.load(context, config, callbacks)
    this.context = context
    this.waiting = callbacks
    const go = async () => {
      const piece = await ahead
      if (this.isOver) return
      this.waiting = undefined
      if (piece) this.hand(piece, context, callbacks)
      else super.load(context, config, callbacks)
    }
    void go()
  }

  override abort() {
    this.isOver = true
    super.abort()
    this.waiting?.onAbort?.(this.stats, this.context!, null)
    this.waiting = undefined
  }

  override destroy() {
    this.isOver = true
    super.destroy()
  }

  private hand(
    { bytes, took }: PrefetchedSegment,
    context: LoaderContext,
    { onSuccess }: LoaderCallbacks<LoaderContext>,
  ) {
    // As if it had come just now: hls.js counts from the beginning of a request to the end of reading what it brought.
    const end = performance.now()
    Object.assign(this.stats.loading, { start: end - took.all, first: end - took.all + took.toFirst, end })
    this.stats.loaded = this.stats.total = bytes.byteLength
    const data = context.responseType === 'arraybuffer' ? bytes : new TextDecoder().decode(bytes)
    // In full, as an answer's is: what stands in a playlist is found from there.
    const url = new URL(context.url, location.href).href
    onSuccess({ url, data, code: 200 }, this.stats, context, null)
  }
}
