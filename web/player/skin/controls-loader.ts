import { useEffect, useState } from 'react'
import { retryWhenOnline } from '#web/network/retry-when-online.ts'

type ControlsBundle = Awaited<ReturnType<typeof importControlsBundle>>

let loadedBundle: ControlsBundle | undefined
const importControlsBundle = () => import('./controls-bundle.ts')

/**
 * Call this function only when playback is about to start, because the controls are not needed if the viewer
 * does not play the video.
 */
export async function loadPlayerControls(): Promise<ControlsBundle> {
  return (loadedBundle ??= await importControlsBundle())
}

/**
 * Returns the controls once they have been requested and loaded. The video plays even if the controls cannot
 * be loaded. If the controls could not be loaded, another attempt is made when `isWanted` changes.
 */
export function usePlayerControls(isWanted: unknown): ControlsBundle | undefined {
  const [code, setCode] = useState(loadedBundle)
  useEffect(() => {
    if (isWanted && !code) retryWhenOnline(loadPlayerControls)().then(setCode, () => {})
  }, [isWanted, code])
  return code
}
