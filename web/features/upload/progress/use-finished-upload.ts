import { useEffect, useEffectEvent, useState } from 'react'
import { afterUploadRedirectDelay } from '#contract/limits.ts'
import { dismissUpload } from '../transfer/upload-controller.ts'
import { type CurrentUpload, getCurrentUpload, useCurrentUpload } from '../transfer/current-upload.ts'

/** Calls `go` 1.2 s after the upload of this tab is complete (specification, section 4). The card stays until `go` puts it away. */
export function useUploadCompleteCallback(go: () => void) {
  const done = useCurrentUpload()?.phase === 'complete'
  const leave = useEffectEvent(go)
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(leave, afterUploadRedirectDelay)
    return () => clearTimeout(timer)
  }, [done])
}

/** The form is opened for another video: the one that was completed meanwhile gives way to it. */
export function useDismissCompletedUpload() {
  useEffect(() => {
    if (getCompletedUpload()) dismissUpload()
  }, [])
}

/** The upload that this tab has just completed, for as long as the page stays: its progress card gives way to the good news. */
export function useFinishedUpload(onFinished: () => void): [CurrentUpload | undefined, () => void] {
  // Completed on the upload page, or while other pages were looked at.
  const [finished, setFinished] = useState(getCompletedUpload)
  const take = useEffectEvent(() => {
    if (!getCompletedUpload()) return
    setFinished(getCompletedUpload)
    dismissUpload()
    onFinished()
  })
  useEffect(() => void (getCompletedUpload() && dismissUpload()), [])
  useUploadCompleteCallback(take)
  return [finished, () => setFinished(undefined)]
}

function getCompletedUpload(): CurrentUpload | undefined {
  const upload = getCurrentUpload()
  return upload?.phase === 'complete' ? upload : undefined
}
