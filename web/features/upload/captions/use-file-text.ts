import { useEffect, useState } from 'react'
import { retryWhenOnline } from '#web/network/retry-when-online.ts'

export interface FileText {
  /** Whether the chosen file contains a text track, such as captions. */
  isFound: boolean
  /** Whether the original file is uploaded to keep the text. */
  isKept: boolean
  onChange: (isKept: boolean) => void
}

/** Finds out whether a video file contains text. The choice to keep it applies only to this file. */
export function useFileText(file: File | null): FileText {
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

/** Without the code or the file, there is no note, and the upload works as before. */
async function findText(file: File): Promise<boolean> {
  try {
    const { hasTextTracks } = await retryWhenOnline(() => import('../preprocessing/find-text-tracks.ts'))()
    return await hasTextTracks(file)
  } catch {
    return false
  }
}
