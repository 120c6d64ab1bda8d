import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { watchSessionMessages } from '#web/messages/watch/watch-session.ts'

interface Props {
  minutes: number
  onAnswer: (goesOn: boolean) => void
}

/**
 * A dialog that suggests a break and pauses the video. The buttons for taking a break and for continuing are
 * equally prominent.
 */
export function BreakReminderDialog({ minutes, onAnswer }: Props) {
  return (
    <Dialog
      open
      size="small"
      title={watchSessionMessages.watched({ minutes: Math.floor(minutes) })}
      onClose={() => onAnswer(false)}
      footer={
        <>
          <Button onClick={() => onAnswer(true)}>{watchSessionMessages.goOn}</Button>
          <Button onClick={() => onAnswer(false)}>{watchSessionMessages.rest}</Button>
        </>
      }
    >
      <p className="text-quiet">{watchSessionMessages.stretch}</p>
    </Dialog>
  )
}
