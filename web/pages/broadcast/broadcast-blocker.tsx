import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { CurrentUser } from '#contract/accounts/current-user.ts'
import { broadcastingMessages } from '#web/messages/upload/broadcasting.ts'
import { pagePaths } from '#web/paths.ts'
import { retryWhenOnline } from '#web/network/retry-when-online.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'

/** The reason why a member cannot go live on this device. */
type Blocker = keyof typeof broadcastingMessages.blockers

/** Returns the reason why the member cannot go live, or null. */
export function useBroadcastBlocker(me: CurrentUser | null): Blocker | null {
  const [deviceBlocker, setDeviceBlocker] = useState<Blocker | null>(null)
  useEffect(() => void findDeviceBlocker().then(setDeviceBlocker), [])
  if (!me?.may_broadcast) return 'age'
  return me.email_confirmed ? deviceBlocker : 'email'
}

async function findDeviceBlocker(): Promise<Blocker | null> {
  if (!isSecureContext) return 'insecure'
  if (!('AudioContext' in globalThis && 'mediaDevices' in navigator)) return 'unsupported'
  const { canEncodeBroadcast } = await retryWhenOnline(
    () => import('#web/features/broadcasting/sending/broadcast-encoder.ts'),
  )()
  return (await canEncodeBroadcast({ width: 1280, height: 720 })) ? null : 'unsupported'
}

/** Explains why the member cannot go live, and links to the next step. */
export function BroadcastBlocker({ blocker }: { blocker: Blocker }) {
  const { title, text } = broadcastingMessages.blockers[blocker]
  const [path, label] =
    blocker === 'email'
      ? [pagePaths.settings, broadcastingMessages.settings]
      : blocker === 'age'
        ? [pagePaths.category('live'), broadcastingMessages.watchLive]
        : [pagePaths.uploadPage('live'), broadcastingMessages.uploadInstead]
  return (
    <EmptyState
      title={title}
      drawing="plug"
      action={
        <Link to={path} className={getButtonClassName({ variant: 'primary' })}>
          {label}
        </Link>
      }
    >
      {text}
    </EmptyState>
  )
}
