import { lazy, Suspense } from 'react'
import type { Broadcast } from '#contract/broadcasts/broadcasts.ts'
import { retryWhenOnline } from '#web/network/retry-when-online.ts'

const LiveNowRow = lazy(retryWhenOnline(() => import('./live-now-row.tsx')))

/** A row of broadcasts on air. The page loads the code of the row only if there are any. */
export function LazyLiveNowRow({ items }: { items: Broadcast[] }) {
  if (items.length === 0) return null
  return (
    <Suspense>
      <LiveNowRow items={items} />
    </Suspense>
  )
}
