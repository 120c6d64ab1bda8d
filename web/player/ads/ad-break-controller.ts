import type { AdPlan } from '#contract/content/ads.ts'
import type { PlayerController } from '../core/player-controller.ts'
import { createAdPrefetcher } from './ad-prefetcher.ts'
import { createAdBreakSchedule } from './ad-break-schedule.ts'
import { createAdPlayer } from './ad-player.ts'
import { playAd } from './play-ad.ts'

/** Milliseconds that the video waits for an ad to be found. */
const adWaitMs = 3000
/** Seconds before a break in which its ad is looked for. */
const prefetchSeconds = 5
/** Milliseconds after a jump before a break may come: who drags along the bar is not there yet. */
const seekSettleMs = 400

type AdPlanWithStart = AdPlan & { startAt?: number | undefined }
export type AdBreakController = ReturnType<typeof createAdBreakController>

/** The ad breaks of one view of a video. The signal ends them. */
export function createAdBreakController(player: PlayerController, plan: AdPlanWithStart, left: AbortSignal) {
  const schedule = createAdBreakSchedule(canRequestAds() ? plan.breaks : [])
  const screen = createAdPlayer(player)
  const search = createAdPrefetcher(plan.tag_url, left)
  let due = false
  let running: Promise<void> | null = null

  const run = async (until: number) => {
    player.store.set({ interlude: 'waiting' })
    try {
      if (player.store.get().pip) await player.togglePip()
      for (const ad of await search.take(until)) {
        if (left.aborted) break
        player.store.set({ interlude: 'on' })
        if (await playAd(ad, screen, left)) break
      }
    } catch {
      // No ad is no failure of the video.
    } finally {
      player.store.set({ interlude: null })
      running = null
    }
  }
  onPlaybackTime(player, left, (time) => {
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
    /** Before the video plays: resolves when it may. */
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

/** Where the video goes on; before it is loaded, where it begins. */
function getPlaybackPosition(player: PlayerController, { startAt = 0 }: AdPlanWithStart): number {
  const video = player.element()
  return video && video.readyState > 0 ? video.currentTime : startAt
}

/** Says where the video is as it plays, but not in the middle of a jump. */
function onPlaybackTime(player: PlayerController, left: AbortSignal, reached: (time: number) => void): void {
  let jumped = -Infinity
  const unfollow = player.store.subscribe(() => {
    const { source, started, paused, ended, currentTime } = player.store.get()
    const jumping = player.element()?.seeking || performance.now() - jumped < seekSettleMs
    if (source === 'main' && started && !paused && !ended && !jumping) reached(currentTime)
  })
  left.addEventListener('abort', unfollow, { once: true })
  player.element()?.addEventListener('seeking', () => (jumped = performance.now()), { signal: left })
}

/**
 * Pages of viewers who get ads may ask other origins, and their answer says so (`Server-Timing: ads`). Who signed in since the
 * page was loaded stands on one that may not: there are no ads for them until they load another.
 */
function canRequestAds(): boolean {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return page?.serverTiming.some(({ name }) => name === 'ads') ?? false
}
