import { useLayoutEffect, useState } from 'react'
import type { AdBreakConfig } from '#contract/content/ads.ts'
import type { PlayerController } from '../core/player-controller.ts'
import { usePlayer } from './use-player.ts'

/**
 * The maximum time for which the video waits for an ad, in milliseconds, including the time to load the code
 * for ads.
 */
const adTimeoutMs = 3000

const loadAdsBundle = () => import('../ads/ads-bundle.ts')
type AdsBundle = Awaited<ReturnType<typeof loadAdsBundle>>
interface OpenedAdBreaks {
  breaks: ReturnType<AdsBundle['createAdBreakController']>
  Stage: AdsBundle['AdOverlay']
}
type AdPlanWithStart = AdBreakConfig & { startAt?: number | undefined }

/**
 * Shows the ads of a video that has ad breaks. The code for ads is loaded when the viewer first presses play.
 * If the code for ads is not loaded in time, the video plays without ads.
 */
export function AdBreaks({ plan, startAt }: { plan: AdBreakConfig; startAt?: number | undefined }) {
  const player = usePlayer()
  // Keep the initial ad configuration. After a reload of the page's data, a new configuration would repeat
  // ads that the viewer has already seen.
  const [first] = useState<AdPlanWithStart>({ ...plan, startAt })
  const [opened, setOpened] = useState<OpenedAdBreaks | null>(null)
  // A layout effect runs before the effects of the player. In a normal effect, the interceptor would be
  // installed too late to delay autoplay for an ad break.
  useLayoutEffect(() => installAdInterceptor(player, first, setOpened), [player, first])
  return opened && <opened.Stage breaks={opened.breaks} />
}

function installAdInterceptor(
  player: PlayerController,
  plan: AdPlanWithStart,
  onOpened: (opened: OpenedAdBreaks) => void,
): () => void {
  const abortController = new AbortController()
  let opening: Promise<void> | undefined
  let now: OpenedAdBreaks | null = null
  const open = async () => {
    const { createAdBreakController, AdOverlay } = await loadAdsBundle()
    if (abortController.signal.aborted) return
    now = { breaks: createAdBreakController(player, plan, abortController.signal), Stage: AdOverlay }
    onOpened(now)
  }
  const opensInTime = async () => {
    player.store.set({ adState: 'waiting' })
    opening ??= open().catch(() => {})
    await Promise.race([opening, new Promise((resolve) => setTimeout(resolve, adTimeoutMs))])
    player.store.set({ adState: null })
  }
  const removeInterceptor = player.installInterceptor({
    async waitUntilPlaybackAllowed() {
      const until = performance.now() + adTimeoutMs
      if (!now) await opensInTime()
      await now?.breaks.pass(until)
    },
    getReplacementElement: () => now?.breaks.instead() ?? null,
  })
  return () => {
    abortController.abort()
    removeInterceptor()
  }
}
