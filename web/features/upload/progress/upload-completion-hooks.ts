import { useEffect, useEffectEvent, useState } from 'react'
import { afterUploadRedirectDelayMs } from '#contract/limits.ts'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { uploadCaptionsMessages } from '#web/messages/upload/upload-captions.ts'
import { uploadQueueMessages } from '#web/messages/upload/upload-queue.ts'
import { dismissUpload } from '../transfer/upload-controller.ts'
import { type CurrentUpload, getCurrentUpload, useCurrentUpload } from '../transfer/current-upload.ts'

/**
 * Calls `onComplete` 1.2 s after the upload in this tab is complete (specification, section 4). Until
 * `onComplete` dismisses the progress card, the card stays visible.
 */
export function useOnUploadComplete(onComplete: () => void) {
  const done = useCurrentUpload()?.phase === 'complete'
  const onLeave = useEffectEvent(onComplete)
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(onLeave, afterUploadRedirectDelayMs)
    return () => clearTimeout(timer)
  }, [done])
}

/** When an upload is complete, replaces its progress card with a toast. */
export function showUploadCompletedToast() {
  const completed = getCompletedUpload()
  if (!completed) return
  const { title } = completed.details
  dismissUpload()
  showToast.success(uploadQueueMessages.singleDone({ title }))
  if (completed.captionFailures.length > 0) showToast.error(title, uploadCaptionsMessages.failed.addLater)
}

/** Dismisses the card of a completed upload when the user opens the form for another video. */
export function useDismissCompletedUpload() {
  useEffect(() => {
    if (getCompletedUpload()) dismissUpload()
  }, [])
}

/**
 * Returns the upload that this tab has just completed. The success message is shown instead of the progress
 * card until the user leaves the page.
 */
export function useFinishedUpload(onFinished: () => void): [CurrentUpload | undefined, () => void] {
  // The initial value is an upload that was completed before this component was mounted, for example while
  // the user was on another page.
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
