import { Video } from 'lucide-react'
import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { cameraMessages } from '#web/messages/upload/camera.ts'
import { retryWhenOnline } from '#web/network/retry-when-online.ts'
import { Button } from '#web/ui/controls/button.tsx'

const LazyCameraDialog = lazy(retryWhenOnline(() => import('./camera-dialog.tsx')))

interface Props {
  maxBytes: number
  onRecorded: (file: File) => void
}

/** Opens the camera dialog. In browsers that cannot record video, this button is not rendered. */
export function RecordVideoButton({ maxBytes, onRecorded }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const isSupported = useSyncExternalStore(subscribeToNothing, canRecord, () => false)
  if (!isSupported) return null
  return (
    <div>
      <Button onClick={() => setIsOpen(true)}>
        <Video aria-hidden="true" /> {cameraMessages.open}
      </Button>
      {isOpen && (
        <Suspense>
          <LazyCameraDialog
            maxBytes={maxBytes}
            onUse={(file) => {
              setIsOpen(false)
              onRecorded(file)
            }}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </div>
  )
}

const subscribeToNothing = () => () => {}

function canRecord(): boolean {
  // On pages without HTTPS, `navigator.mediaDevices` does not exist.
  const { mediaDevices } = navigator as { mediaDevices?: MediaDevices }
  return 'MediaRecorder' in globalThis && typeof mediaDevices?.getUserMedia === 'function'
}
