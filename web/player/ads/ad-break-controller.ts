import type { AdBreakConfig } from '#contract/content/ads.ts'
import type { PlayerController } from '../core/player-controller.ts'
import { createAdPrefetcher } from './ad-prefetcher.ts'
import { createAdBreakSchedule } from './ad-break-schedule.ts'
import { createAdPlayer } from './ad-player.ts'
import { playAd } from './play-ad.ts'

/** The longest time that the video waits for an ad, in milliseconds. */
const adWaitMs = 3000
/** The ad is requested this many seconds before the ad break. */
const prefetchSeconds = 5
/**
 * The delay between a seek and an ad break, in milliseconds. Because of the delay, the viewer can finish
 * dragging the seek bar before the ad break starts.
 */
const seekSettleMs = 400

type AdPlanWithStart = AdBreakConfig & { startAt?: number | undefined }
export type AdBreakController = ReturnType<typeof createAdBreakController>

/** Runs the ad breaks during one view of a video, until the signal is aborted. */
export function createAdBreakController(
  player: PlayerController,
  plan: AdPlanWithStart,
  signal: AbortSignal,
) {
  const schedule = createAdBreakSchedule(canRequestAds() ? plan.breaks : [])
  const screen = createAdPlayer(player)
  const search = createAdPrefetcher(plan.tag_url, signal)
  let due = false
  let running: Promise<void> | null = null

  const run = async (until: number) => {
    player.store.set({ adState: 'waiting' })
    try {
      if (player.store.get().pip) await player.togglePip()
      for (const ad of await search.take(until)) {
        if (signal.aborted) break
        player.store.set({ adState: 'on' })
        if (await playAd(ad, screen, signal)) break
      }
    } catch {
      // Ignore the error, because a missing ad is not a playback error.
    } finally {
      player.store.set({ adState: null })
      running = null
    }
  }
  onPlaybackTime(player, signal, (time) => {
    if (running) return
    if (schedule.isSoon(time, prefetchSeconds)) search.look()
    if (schedule.take(time) === undefined) return
    due = true
    player.element()?.pause()
    void player.play()
  })

  return {
    ...screen,
    instead: () => (screen.store.get().ad ? screen.video : null),
    /**
     * Call this function before the video plays. Returns a promise that resolves when the video can start.
     */
    pass(until = performance.now() + adWaitMs): Promise<void> {
      if (running) return running
      const isMain = player.store.get().source === 'main'
      if (!due && (!isMain || schedule.take(getPlaybackPosition(player, plan)) === undefined))
        return Promise.resolve()
      due = false
      return (running = run(until))
    },
  }
}

/** Returns the playback position. If the video has not been loaded yet, returns the start position. */
function getPlaybackPosition(player: PlayerController, { startAt = 0 }: AdPlanWithStart): number {
  const video = player.element()
  return video && video.readyState > 0 ? video.currentTime : startAt
}

/** Calls `onTime` with the playback position during playback, but not during a seek. */
function onPlaybackTime(player: PlayerController, signal: AbortSignal, onTime: (time: number) => void): void {
  let jumped = -Infinity
  const unfollow = player.store.subscribe(() => {
    const { source, started, paused, ended, currentTime } = player.store.get()
    const jumping = player.element()?.seeking || performance.now() - jumped < seekSettleMs
    if (source === 'main' && started && !paused && !ended && !jumping) onTime(currentTime)
  })
  signal.addEventListener('abort', unfollow, { once: true })
  player.element()?.addEventListener('seeking', () => (jumped = performance.now()), { signal })
}

/**
 * Returns whether this page's Content-Security-Policy allows requests to ad servers. If the policy allows
 * requests to ad servers, the response for the page has the `Server-Timing: ads` header. If a page was loaded
 * before the viewer signed in, its policy does not allow ad requests, so ads are shown only after the next
 * page load.
 */
function canRequestAds(): boolean {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return page?.serverTiming.some(({ name }) => name === 'ads') ?? false
}
