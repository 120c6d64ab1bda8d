import { useEffect, useEffectEvent, useState } from 'react'
import { afterUploadRedirect } from '#contract/limits.ts'
import { dismissUpload } from './run.ts'
import { type Current, currentUpload, useCurrentUpload } from './state.ts'

/** Calls `go` 1.2 s after the upload of this tab is complete (specification, section 4). The card stays until `go` puts it away. */
export function useAfterUpload(go: () => void) {
  const done = useCurrentUpload()?.phase === 'complete'
  const leave = useEffectEvent(go)
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(leave, afterUploadRedirect)
    return () => clearTimeout(timer)
  }, [done])
}

/** The form is opened for another video: the one that was completed meanwhile gives way to it. */
export function useFreshForm() {
  useEffect(() => {
    if (completed()) dismissUpload()
  }, [])
}

/** The upload that this tab has just completed, for as long as the page stays: its progress card gives way to the good news. */
export function useFinishedUpload(onFinished: () => void): [Current | undefined, () => void] {
  // Completed on the upload page, or while other pages were looked at.
  const [finished, setFinished] = useState(completed)
  const take = useEffectEvent(() => {
    if (!completed()) return
    setFinished(completed)
    dismissUpload()
    onFinished()
  })
  useEffect(() => void (completed() && dismissUpload()), [])
  useAfterUpload(take)
  return [finished, () => setFinished(undefined)]
}

function completed(): Current | undefined {
  const upload = currentUpload()
  return upload?.phase === 'complete' ? upload : undefined
}
