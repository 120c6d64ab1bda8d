import { useLayoutEffect, useState } from 'react'
import type { AdPlan } from '#contract/content/ads.ts'
import type { PlayerController } from '../core/player-controller.ts'
import { usePlayer } from './use-player.ts'

/** Milliseconds that the video waits for an ad, with all that it takes to find one. */
const adTimeoutMs = 3000

const loadAdsBundle = () => import('../ads/ads-bundle.ts')
type AdsBundle = Awaited<ReturnType<typeof loadAdsBundle>>
interface OpenedAdBreaks {
  breaks: ReturnType<AdsBundle['createAdBreakController']>
  Stage: AdsBundle['AdOverlay']
}
type AdPlanWithStart = AdPlan & { startAt?: number | undefined }

/** Ads, where the item has some. Their code comes at the first play; what does not come in time was not there. */
export function AdBreaks({ plan, startAt }: { plan: AdPlan; startAt?: number | undefined }) {
  const player = usePlayer()
  // As the view began: a page that asks anew must not show what was shown.
  const [first] = useState<AdPlanWithStart>({ ...plan, startAt })
  const [opened, setOpened] = useState<OpenedAdBreaks | null>(null)
  // Before the player around it begins: a film that plays at once would be past a gate that is put up after drawing.
  useLayoutEffect(() => installAdGate(player, first, setOpened), [player, first])
  return opened && <opened.Stage breaks={opened.breaks} />
}

function installAdGate(
  player: PlayerController,
  plan: AdPlanWithStart,
  tell: (opened: OpenedAdBreaks) => void,
): () => void {
  const left = new AbortController()
  let opening: Promise<void> | undefined
  let now: OpenedAdBreaks | null = null
  const open = async () => {
    const { createAdBreakController, AdOverlay } = await loadAdsBundle()
    if (left.signal.aborted) return
    now = { breaks: createAdBreakController(player, plan, left.signal), Stage: AdOverlay }
    tell(now)
  }
  const opensInTime = async () => {
    player.store.set({ interlude: 'waiting' })
    opening ??= open().catch(() => {})
    await Promise.race([opening, new Promise((late) => setTimeout(late, adTimeoutMs))])
    player.store.set({ interlude: null })
  }
  const takeAway = player.putGate({
    async pass() {
      const until = performance.now() + adTimeoutMs
      if (!now) await opensInTime()
      await now?.breaks.pass(until)
    },
    instead: () => now?.breaks.instead() ?? null,
  })
  return () => {
    left.abort()
    takeAway()
  }
}
