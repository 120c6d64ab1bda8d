import { cameraMessages } from '#web/messages/upload/camera.ts'
import { Button } from '#web/ui/controls/button.tsx'
import type { CameraProblem } from './camera-errors.ts'

interface Props {
  problem: CameraProblem | 'interrupted'
  onRetry: () => void
}

/** Explains why the camera cannot be used, and what the user can do next. */
export function CameraProblemNotice({ problem, onRetry }: Props) {
  return (
    <div role="alert" className="grid justify-items-start gap-4">
      <p>{cameraMessages.problems[problem]}</p>
      {problem === 'blocked' ? (
        <Button variant="primary" onClick={() => location.reload()}>
          {cameraMessages.reload}
        </Button>
      ) : (
        <Button variant="primary" onClick={onRetry}>
          {cameraMessages.retry}
        </Button>
      )}
    </div>
  )
}
