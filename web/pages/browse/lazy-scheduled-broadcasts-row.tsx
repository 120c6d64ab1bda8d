import { lazy, Suspense } from 'react'
import type { ScheduledBroadcast } from '#contract/broadcasts/scheduled-broadcasts.ts'
import { retryWhenOnline } from '#web/network/retry-when-online.ts'

const ScheduledBroadcastsRow = lazy(retryWhenOnline(() => import('./scheduled-broadcasts-row.tsx')))

/** A row of scheduled broadcasts. The page loads the code of the row only if there are any. */
export function LazyScheduledBroadcastsRow({ items }: { items: ScheduledBroadcast[] }) {
  if (items.length === 0) return null
  return (
    <Suspense>
      <ScheduledBroadcastsRow items={items} />
    </Suspense>
  )
}
