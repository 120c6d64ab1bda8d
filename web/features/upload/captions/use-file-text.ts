import { useEffect, useState } from 'react'
import { retryWhenOnline } from '#web/network/retry-when-online.ts'

export interface TextTrackDetection {
  /** True if the chosen file contains a text track, such as captions. */
  isFound: boolean
  /** True if the original file is uploaded so that its text tracks are kept. */
  isKept: boolean
  onChange: (isKept: boolean) => void
}

/**
 * Checks whether a video file contains a text track. The choice to keep the text tracks applies only to this
 * file.
 */
export function useFileText(file: File | null): TextTrackDetection {
  const [found, setFound] = useState<File>()
  const [kept, setKept] = useState<File>()
  useEffect(() => {
    if (!file) return
    let isCurrent = true
    void findText(file).then((isFound) => isFound && isCurrent && setFound(file))
    return () => void (isCurrent = false)
  }, [file])
  return {
    isFound: file !== null && found === file,
    isKept: file !== null && kept === file,
    onChange: (isKept) => setKept(isKept ? (file ?? undefined) : undefined),
  }
}

/** If the code or the file cannot be loaded, no note is shown, and the upload works as usual. */
async function findText(file: File): Promise<boolean> {
  try {
    const { hasTextTracks } = await retryWhenOnline(() => import('../preprocessing/find-text-tracks.ts'))()
    return await hasTextTracks(file)
  } catch {
    return false
  }
}
