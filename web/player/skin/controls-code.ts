import { useEffect, useState } from 'react'
import { whenOnline } from '../../ui/when-online.ts'

type Code = Awaited<ReturnType<typeof fetchCode>>

let here: Code | undefined
const fetchCode = () => import('./controls-and-keys.ts')

/** Fetches what stands around a playing video: asked for by whoever is about to play, not by everybody who opens a page. */
export async function loadControls(): Promise<Code> {
  return (here ??= await fetchCode())
}

/** The controls, once they are wanted and have come. Without them a video plays all the same; `wanted` changing asks again. */
export function useControls(wanted: unknown): Code | undefined {
  const [code, setCode] = useState(here)
  useEffect(() => {
    if (wanted && !code) whenOnline(loadControls)().then(setCode, () => {})
  }, [wanted, code])
  return code
}
