import { useState, useSyncExternalStore } from 'react'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { uploadFormMessages } from '#web/messages/upload/upload-form.ts'
import { isOpfsAvailable } from '../preprocessing/preprocessed-file-storage.ts'

interface CompressVideoSetting {
  on: boolean
  /** False if this browser cannot encode video. */
  isSupported: boolean
  onChange: (on: boolean) => void
}

/**
 * True if the video is compressed before the upload. Until the user makes a choice, the browser's data saver
 * setting decides whether the video is compressed.
 */
export function useCompressVideoSetting(): CompressVideoSetting {
  const [choice, setChoice] = useState<boolean>()
  const saves = useSyncExternalStore(subscribeToNothing, prefersReducedData, () => false)
  const isSupported = useSyncExternalStore(subscribeToNothing, canEncode, () => true)
  return { on: isSupported && (choice ?? saves), isSupported, onChange: setChoice }
}

export function CompressVideoSwitch({ on, isSupported, onChange }: CompressVideoSetting) {
  if (!isSupported) return null
  return (
    <Checkbox
      label={uploadFormMessages.smaller.label}
      hint={uploadFormMessages.smaller.hint}
      checked={on}
      onChange={(event) => onChange(event.target.checked)}
    />
  )
}

const subscribeToNothing = () => () => {}

function prefersReducedData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}

function canEncode(): boolean {
  return 'VideoEncoder' in globalThis && isOpfsAvailable()
}
