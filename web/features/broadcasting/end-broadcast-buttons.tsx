import { Square } from 'lucide-react'
import { useState } from 'react'
import { broadcastingMessages } from '#web/messages/upload/broadcasting.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'

const { onAir, endDialog, cutDialog } = broadcastingMessages

interface Props {
  /** The delay: how many of the newest seconds viewers have not seen yet. */
  delaySeconds: number
  /** Called after the creator has confirmed. With `isCut`, the part that viewers have not seen yet is deleted. */
  onEnd: (isCut: boolean) => void
}

/** Two ways to end a broadcast: with or without the part that viewers have not seen yet. Both ask to confirm. */
export function EndBroadcastButtons({ delaySeconds, onEnd }: Props) {
  const [asking, setAsking] = useState<'end' | 'cut' | null>(null)
  const end = (isCut: boolean) => {
    setAsking(null)
    onEnd(isCut)
  }
  return (
    <>
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" onClick={() => setAsking('end')}>
          <Square aria-hidden="true" /> {onAir.end}
        </Button>
        <Button variant="danger" onClick={() => setAsking('cut')}>
          {onAir.cut}
        </Button>
      </div>
      <ConfirmDialog
        open={asking === 'end'}
        title={endDialog.title}
        confirmLabel={endDialog.confirm}
        cancelLabel={endDialog.keep}
        onConfirm={() => end(false)}
        onCancel={() => setAsking(null)}
      >
        {endDialog.text}
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'cut'}
        title={cutDialog.title}
        confirmLabel={cutDialog.confirm}
        cancelLabel={endDialog.keep}
        danger
        onConfirm={() => end(true)}
        onCancel={() => setAsking(null)}
      >
        {delaySeconds === 0 ? cutDialog.textWithoutDelay : cutDialog.text({ seconds: delaySeconds })}
      </ConfirmDialog>
    </>
  )
}
