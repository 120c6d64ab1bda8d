import { type ComponentProps, lazy, useState } from 'react'
import type { Broadcast } from '#contract/broadcasts/broadcasts.ts'
import type { ScheduledBroadcast } from '#contract/broadcasts/scheduled-broadcasts.ts'
import { retryWhenOnline } from '#web/network/retry-when-online.ts'
import BroadcastStage from './broadcast-stage.tsx'

type Props = Omit<ComponentProps<typeof BroadcastStage>, 'broadcast'> & {
  /** Null after the recording is ready and the page has reloaded its data. */
  broadcast: Broadcast | ScheduledBroadcast | null
}

const LazyScheduledStage = lazy(retryWhenOnline(() => import('./scheduled-stage.tsx')))

/** Shows a countdown in place of the player until the broadcast starts, and then the broadcast. */
export default function BroadcastPageStage({ broadcast, changes, ...props }: Props) {
  const [latest, setLatest] = useState(broadcast)
  if (broadcast && broadcast !== latest) setLatest(broadcast)
  if (!latest) return null
  if ('starts_at' in latest) return <LazyScheduledStage scheduled={latest} changes={changes} />
  return <BroadcastStage broadcast={latest} changes={changes} {...props} />
}
