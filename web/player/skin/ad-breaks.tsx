import { useLayoutEffect, useState } from 'react'
import type { AdPlan } from '#contract/ads.ts'
import type { Player } from '../core/player.ts'
import { usePlayer } from './use-player.ts'

/** Milliseconds that the video waits for an ad, with all that it takes to find one. */
const patience = 3000

const load = () => import('../ads/ads.ts')
type Ads = Awaited<ReturnType<typeof load>>
interface Opened {
  breaks: ReturnType<Ads['openBreaks']>
  Stage: Ads['AdStage']
}
type Plan = AdPlan & { startAt?: number | undefined }

/** Ads, where the item has some. Their code comes at the first play; what does not come in time was not there. */
export function AdBreaks({ plan, startAt }: { plan: AdPlan; startAt?: number | undefined }) {
  const player = usePlayer()
  // As the view began: a page that asks anew must not show what was shown.
  const [first] = useState<Plan>({ ...plan, startAt })
  const [opened, setOpened] = useState<Opened | null>(null)
  // Before the player around it begins: a film that plays at once would be past a gate that is put up after drawing.
  useLayoutEffect(() => putGate(player, first, setOpened), [player, first])
  return opened && <opened.Stage breaks={opened.breaks} />
}

function putGate(player: Player, plan: Plan, tell: (opened: Opened) => void): () => void {
  const left = new AbortController()
  let opening: Promise<void> | undefined
  let now: Opened | null = null
  const open = async () => {
    const { openBreaks, AdStage } = await load()
    if (left.signal.aborted) return
    now = { breaks: openBreaks(player, plan, left.signal), Stage: AdStage }
    tell(now)
  }
  const opensInTime = async () => {
    player.store.set({ interlude: 'waiting' })
    opening ??= open().catch(() => {})
    await Promise.race([opening, new Promise((late) => setTimeout(late, patience))])
    player.store.set({ interlude: null })
  }
  const takeAway = player.putGate({
    async pass() {
      const until = performance.now() + patience
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
