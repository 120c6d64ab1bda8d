import { useEffect, useEffectEvent } from 'react'
import { afterUploadRedirect } from '#contract/limits.ts'
import { dismissUpload } from './run.ts'
import { currentUpload, useCurrentUpload } from './state.ts'

/** Calls `go` 1.2 s after the upload of this tab is complete (specification, section 4), and puts its card away. */
export function useAfterUpload(go: () => void) {
  const done = useCurrentUpload()?.phase === 'complete'
  const leave = useEffectEvent(() => {
    dismissUpload()
    go()
  })
  // One that was completed while somebody looked at other pages is old news.
  useEffect(() => {
    if (currentUpload()?.phase === 'complete') dismissUpload()
  }, [])
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(leave, afterUploadRedirect)
    return () => clearTimeout(timer)
  }, [done])
}
