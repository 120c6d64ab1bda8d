import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { words } from '#web/words/playing.ts'

interface Props {
  minutes: number
  onAnswer: (goesOn: boolean) => void
}

/** Offers a break over the paused video. Either answer is fine, and both look it. */
export function BreakDialog({ minutes, onAnswer }: Props) {
  return (
    <Dialog
      open
      size="small"
      title={words.watched(minutes)}
      onClose={() => onAnswer(false)}
      footer={
        <>
          <Button onClick={() => onAnswer(true)}>{words.goOn}</Button>
          <Button onClick={() => onAnswer(false)}>{words.rest}</Button>
        </>
      }
    >
      <p className="text-quiet">{words.stretch}</p>
    </Dialog>
  )
}
