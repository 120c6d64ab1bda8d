import { useState, useSyncExternalStore } from 'react'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { words } from '#web/words/upload.ts'
import { hasPrivateFiles } from './prepare/kept.ts'

interface Switch {
  on: boolean
  /** False where this browser cannot encode video. */
  can: boolean
  onChange: (on: boolean) => void
}

/** Whether the video shall become smaller before it leaves: as the person says, else as their browser's data saver does. */
export function useSmaller(): Switch {
  const [said, setSaid] = useState<boolean>()
  const saves = useSyncExternalStore(never, savesData, () => false)
  const can = useSyncExternalStore(never, canEncode, () => true)
  return { on: can && (said ?? saves), can, onChange: setSaid }
}

export function SmallerSwitch({ on, can, onChange }: Switch) {
  if (!can) return null
  return (
    <Checkbox
      label={words.smaller.label}
      hint={words.smaller.hint}
      checked={on}
      onChange={(event) => onChange(event.target.checked)}
    />
  )
}

const never = () => () => {}

function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}

function canEncode(): boolean {
  return 'VideoEncoder' in globalThis && hasPrivateFiles()
}
