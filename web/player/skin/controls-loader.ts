import { useEffect, useState } from 'react'
import { retryWhenOnline } from '#web/network/retry-when-online.ts'

type ControlsBundle = Awaited<ReturnType<typeof importControlsBundle>>

let loadedBundle: ControlsBundle | undefined
const importControlsBundle = () => import('./controls-bundle.ts')

/** Loads the controls of a playing video. Called when playback is about to start, not on every page. */
export async function loadPlayerControls(): Promise<ControlsBundle> {
  return (loadedBundle ??= await importControlsBundle())
}

/**
 * Returns the controls once they are wanted and loaded. A video also plays without controls, and loading is
 * retried when `isWanted` changes.
 */
export function usePlayerControls(isWanted: unknown): ControlsBundle | undefined {
  const [code, setCode] = useState(loadedBundle)
  useEffect(() => {
    if (isWanted && !code) retryWhenOnline(loadPlayerControls)().then(setCode, () => {})
  }, [isWanted, code])
  return code
}
