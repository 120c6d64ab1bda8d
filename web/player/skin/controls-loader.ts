import { useEffect, useState } from 'react'
import { retryWhenOnline } from '#web/network/retry-when-online.ts'

type ControlsBundle = Awaited<ReturnType<typeof importControlsBundle>>

let loadedBundle: ControlsBundle | undefined
const importControlsBundle = () => import('./controls-bundle.ts')

/** Fetches what stands around a playing video: asked for by whoever is about to play, not by everybody who opens a page. */
export async function loadPlayerControls(): Promise<ControlsBundle> {
  return (loadedBundle ??= await importControlsBundle())
}

/** The controls, once they are wanted and have come. Without them a video plays all the same; `wanted` changing asks again. */
export function usePlayerControls(wanted: unknown): ControlsBundle | undefined {
  const [code, setCode] = useState(loadedBundle)
  useEffect(() => {
    if (wanted && !code) retryWhenOnline(loadPlayerControls)().then(setCode, () => {})
  }, [wanted, code])
  return code
}
