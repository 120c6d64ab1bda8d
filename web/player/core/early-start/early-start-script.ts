/* oxlint-disable unicorn/consistent-function-scoping -- the function cannot use functions of this module */
import type { EarlyStart, EarlyStartPlan, InlinedFunctions, RunningMediaSource } from './early-start.ts'

/**
 * Starts the video as soon as Play is pressed, even if no script of the page has loaded yet: requests the first
 * segments, and plays them with a `MediaSource`, which hls.js continues later. If anything fails, the viewer waits for
 * the player, which starts the video in the usual way.
 *
 * This function runs in the browser as inlined source text, so it cannot use any variables or imports of this module. The
 * functions that it needs are inlined, too.
 */
export function installEarlyStart(
  plan: EarlyStartPlan,
  { chooseInitialRendition, estimatePageBandwidth, measureBandwidth }: InlinedFunctions,
): void {
  /**
   * Scripts wait at most this long for the first two segments, and for the cover and the fonts, in milliseconds. If they
   * competed with the second segment, slow connections would stall after the first one.
   */
  const maxBufferWaitMs = 10_000
  const maxPageWaitMs = 3000
  /** If the first paint took longer than this, in milliseconds, the connection is probably slow. */
  const slowPaintMs = 500
  const bufferAheadSeconds = 12

  const stage = document.currentScript!.parentElement!
  const pressed = Promise.withResolvers<void>()
  const buffered = Promise.withResolvers<void>()
  const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
  const happened = (target: EventTarget, name: string) =>
    new Promise<unknown>((resolve) => target.addEventListener(name, resolve, { once: true }))

  const requested: EarlyStart['requested'] = new Map()
  let urlsToLoad: readonly string[] = []
  let finish: () => Promise<RunningMediaSource | null> = () => Promise.resolve(null)
  const early: EarlyStart = (window.earlyStart = {
    src: plan.src,
    pressedAt: null,
    startedAt: null,
    hasFailed: false,
    video: undefined,
    toLoad: () => urlsToLoad.slice(0, early.hasFailed ? 3 : 1),
    requested,
    async waitForBandwidth() {
      if (early.video) await Promise.race([buffered.promise, delay(maxBufferWaitMs)])
    },
    async downloadScripts(urls) {
      if (!early.video && performance.now() > slowPaintMs) {
        if (document.readyState !== 'complete')
          await Promise.race([happened(window, 'load'), pressed.promise, delay(maxPageWaitMs)])
        await downloadUntilPressed(urls)
      }
      await early.waitForBandwidth()
    },
    finish: () => finish(),
  })

  // The script precedes the button, so that no press is missed.
  stage.addEventListener('click', ({ isTrusted, target }) => {
    const { video } = early
    if (!isTrusted || early.hasFailed || !(target as Element).closest('.big-play')) return
    if (video?.isConnected && early.startedAt !== null) {
      if (video.paused) void video.play().catch(() => {})
      else video.pause()
    }
    if (!video && window.earlyStart === early) start()
  })

  function start(): void {
    const preferences = readJson('player')
    const rendition = chooseInitialRendition(
      plan.renditions,
      preferences['quality'] === 'saver' ? null : estimatePageBandwidth(measureBandwidth),
    )
    const type = `video/mp4;codecs="${rendition?.codecs}"`
    if (!rendition?.segments.length || hasStoredPosition()) return
    // Safari has its own kind of media source, which limits what is buffered. hls.js prefers it there.
    if (!('MediaSource' in window) || 'ManagedMediaSource' in window) return
    if (!MediaSource.isTypeSupported(type)) return

    const video = stage.querySelector('video')!
    const { volume = 1, muted = false, evenVolume = true } = preferences
    video.muted = muted === true
    video.volume = Math.min(1, Math.max(0, Number(volume) * (evenVolume ? plan.gain : 1)))
    early.pressedAt = performance.now()
    early.video = video
    urlsToLoad = rendition.urls
    const show = (state: string) => (stage.dataset['early'] = state)
    const fail = () => {
      buffered.resolve()
      if (early.startedAt !== null) return
      early.hasFailed = true
      delete stage.dataset['early']
      restoreCover()
    }
    video.addEventListener('playing', () => {
      early.startedAt ??= performance.now()
      show('playing')
    })
    video.addEventListener('pause', () => show('paused'))
    video.addEventListener('waiting', () => show('waiting'))
    video.addEventListener('error', fail)
    show('waiting')
    const restoreCover = stopLoadingCover()
    void play(video, rendition, type).catch(fail)
    video.play().catch(({ name }: DOMException) => name === 'NotAllowedError' && fail())
    pressed.resolve()
  }

  async function play(
    video: HTMLVideoElement,
    { urls, segments, codecs }: EarlyStartPlan['renditions'][number],
    type: string,
  ): Promise<void> {
    const progress = { isOver: false, end: 0 }
    let appending: Promise<unknown> = Promise.resolve()
    const mediaSource = new MediaSource()
    const opening = happened(mediaSource, 'sourceopen')
    video.src = URL.createObjectURL(mediaSource)
    if (plan.startAt) video.currentTime = plan.startAt
    const init = request(urls[1]!)
    request(segments[0]!.url)
    await opening
    if (plan.duration) mediaSource.duration = plan.duration
    const buffer = mediaSource.addSourceBuffer(type)
    finish = async () => {
      progress.isOver = true
      await appending
      const { end } = progress
      if (end === 0 || early.hasFailed || mediaSource.readyState !== 'open') return null
      return { mediaSource, buffer, codecs, init: (await init)!.bytes, end }
    }
    const append = async (loading: ReturnType<typeof request>, onAppended: () => void) => {
      const segment = await loading
      if (!segment) throw new Error('A segment could not be loaded')
      if (progress.isOver) return
      buffer.appendBuffer(segment.bytes)
      await (appending = happened(buffer, 'updateend').then(onAppended))
    }
    await append(init, () => {})
    for (const segment of segments) {
      while (!progress.isOver && progress.end - video.currentTime > bufferAheadSeconds)
        await happened(video, 'timeupdate')
      if (progress.isOver) return
      await append(request(segment.url), () => {
        requested.delete(segment.url)
        progress.end = segment.end
      })
      if (segment !== segments[0]) buffered.resolve()
    }
    buffered.resolve()
  }

  /** Downloads files into the browser's cache. Scripts whose loading has begun as scripts could not be cancelled. */
  async function downloadUntilPressed(urls: readonly string[]): Promise<void> {
    const cancelling = new AbortController()
    void pressed.promise.then(() => cancelling.abort())
    const options: RequestInit = { priority: 'low', signal: cancelling.signal }
    const download = async (url: string) => (await fetch(url, options)).arrayBuffer()
    await Promise.all(early.video ? [] : urls.map((url) => download(url).catch(() => null)))
  }

  function request(url: string) {
    const load = async () => {
      const begin = performance.now()
      const response = await fetch(url, { priority: 'high' })
      const firstByteMs = performance.now() - begin
      if (!response.ok) return null
      const bytes = await response.arrayBuffer()
      return { bytes, timing: { firstByteMs, totalMs: performance.now() - begin } }
    }
    const loading = requested.get(url) ?? load().catch(() => null)
    requested.set(url, loading)
    return loading
  }

  /** Stops loading the cover, which the video is about to replace. Returns a function that loads it again. */
  function stopLoadingCover(): () => void {
    const covers = [...stage.querySelectorAll('img')].filter(({ complete }) => !complete)
    const sources = covers.map(({ srcset, src }) => ({ srcset, src }))
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="preload"][as="image"]'))
      link.media = 'not all'
    for (const cover of covers) {
      cover.removeAttribute('srcset')
      cover.removeAttribute('src')
      // Otherwise, the browser shows the icon of a broken image.
      cover.hidden = true
    }
    return () => covers.forEach((cover, nth) => Object.assign(cover, sources[nth], { hidden: false }))
  }

  function hasStoredPosition(): boolean {
    const { key, id } = plan.positions
    return plan.startAt === 0 && JSON.stringify(readJson(key)).includes(id)
  }

  function readJson(key: string): Record<string, unknown> {
    try {
      return JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, unknown>
    } catch {
      return {}
    }
  }
}
