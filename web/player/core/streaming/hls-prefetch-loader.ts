import { Hls, type LoaderCallbacks, type LoaderConfiguration, type LoaderContext } from 'hls.js/light'
import { type PrefetchedSegment, takePrefetchedSegment } from './segment-prefetch.ts'

/** Extends the default loader of hls.js, so it can use prefetched segments. */
export class HlsPrefetchLoader extends Hls.DefaultConfig.loader {
  protected isOver = false
  /**
   * The callbacks of the current request while its prefetched segment is still loading, otherwise undefined.
   */
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
    const deliver = async () => {
      const prefetched = await ahead
      if (this.isOver) return
      this.waiting = undefined
      if (prefetched) this.hand(prefetched, context, callbacks)
      else super.load(context, config, callbacks)
    }
    void deliver()
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
    { bytes, timing }: PrefetchedSegment,
    context: LoaderContext,
    { onSuccess }: LoaderCallbacks<LoaderContext>,
  ) {
    // hls.js measures the time from the start of a request until its data has been processed. Therefore,
    // shift the timing so that the prefetch request appears to end now.
    const end = performance.now()
    Object.assign(this.stats.loading, {
      start: end - timing.totalMs,
      first: end - timing.totalMs + timing.firstByteMs,
      end,
    })
    this.stats.loaded = this.stats.total = bytes.byteLength
    const data = context.responseType === 'arraybuffer' ? bytes : new TextDecoder().decode(bytes)
    // The URL must be absolute, like the URL of a response, because hls.js resolves the relative URLs in a
    // playlist against it.
    const url = new URL(context.url, location.href).href
    onSuccess({ url, data, code: 200 }, this.stats, context, null)
  }
}
