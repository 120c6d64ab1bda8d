import { type ComponentProps, lazy } from 'react'
import type { ScheduledBroadcast } from '#contract/broadcasts/scheduled-broadcasts.ts'
import { retryWhenOnline } from '#web/network/retry-when-online.ts'
import BroadcastStage from './broadcast-stage.tsx'

type Props = Omit<ComponentProps<typeof BroadcastStage>, 'broadcast'> & {
  broadcast: ComponentProps<typeof BroadcastStage>['broadcast'] | ScheduledBroadcast
}

const LazyScheduledStage = lazy(retryWhenOnline(() => import('./scheduled-stage.tsx')))

/** What takes the place of the player on the page of a broadcast: a countdown, or the broadcast. */
export default function BroadcastPageStage({ broadcast, changes, ...props }: Props) {
  if ('starts_at' in broadcast) return <LazyScheduledStage scheduled={broadcast} changes={changes} />
  return <BroadcastStage broadcast={broadcast} changes={changes} {...props} />
}
