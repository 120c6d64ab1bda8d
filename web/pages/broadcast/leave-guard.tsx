import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import type { BroadcastSession } from '#web/features/broadcasting/sending/broadcast-session.ts'
import { broadcastingMessages } from '#web/messages/upload/broadcasting.ts'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'

const { leaveDialog, endDialog } = broadcastingMessages

/**
 * Asks for confirmation before the creator leaves the page while on air, and ends the broadcast if they
 * leave.
 */
export function LeaveGuard({ session, isOnAir }: { session: BroadcastSession; isOnAir: boolean }) {
  const blocker = useBlocker(isOnAir)
  useEffect(() => {
    if (!isOnAir) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isOnAir])
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      title={leaveDialog.title}
      confirmLabel={leaveDialog.confirm}
      cancelLabel={endDialog.keep}
      danger
      onConfirm={() => {
        void session.end(false)
        blocker.proceed?.()
      }}
      onCancel={() => blocker.reset?.()}
    >
      {leaveDialog.text}
    </ConfirmDialog>
  )
}
