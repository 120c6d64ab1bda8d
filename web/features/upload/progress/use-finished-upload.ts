import { useEffect, useEffectEvent, useState } from 'react'
import { afterUploadRedirectDelay } from '#contract/limits.ts'
import { dismissUpload } from '../transfer/upload-controller.ts'
import { type CurrentUpload, getCurrentUpload, useCurrentUpload } from '../transfer/current-upload.ts'

/**
 * Calls `onComplete` 1.2 s after this tab's upload completes (specification, section 4). The progress card
 * stays visible until `onComplete` dismisses it.
 */
export function useOnUploadComplete(onComplete: () => void) {
  const done = useCurrentUpload()?.phase === 'complete'
  const onLeave = useEffectEvent(onComplete)
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(onLeave, afterUploadRedirectDelay)
    return () => clearTimeout(timer)
  }, [done])
}

/** Dismisses a completed upload when the form is opened for another video. */
export function useDismissCompletedUpload() {
  useEffect(() => {
    if (getCompletedUpload()) dismissUpload()
  }, [])
}

/**
 * Returns the upload that this tab has just completed. Until the user leaves the page, the success message
 * replaces the progress card.
 */
export function useFinishedUpload(onFinished: () => void): [CurrentUpload | undefined, () => void] {
  // The upload may have completed on the upload page or while other pages were open.
  const [finished, setFinished] = useState(getCompletedUpload)
  const take = useEffectEvent(() => {
    if (!getCompletedUpload()) return
    setFinished(getCompletedUpload)
    dismissUpload()
    onFinished()
  })
  useEffect(() => void (getCompletedUpload() && dismissUpload()), [])
  useOnUploadComplete(take)
  return [finished, () => setFinished(undefined)]
}

function getCompletedUpload(): CurrentUpload | undefined {
  const upload = getCurrentUpload()
  return upload?.phase === 'complete' ? upload : undefined
}
