import { useRef } from 'react'
import { watchTimeSettings } from '#contract/limits.ts'
import { addWatchTime } from '#contract/wellbeing.ts'
import { callApi } from '#web/api/api-client.ts'

/**
 * Reports to the server how long the viewer has watched, but not which videos. The watch time page shows the
 * total of these reports. If a report of watch time fails, it is not sent again.
 */
export function useWatchTimeHeartbeat(isSignedIn: boolean) {
  const ms = useRef(0)
  return (since: number, now: number, isLast: boolean) => {
    ms.current += Math.max(0, now - since)
    const seconds = Math.min(ms.current / 1000, watchTimeSettings.seconds * 2)
    if (seconds < (isLast ? 1 : watchTimeSettings.seconds)) return
    ms.current = 0
    if (isSignedIn) void callApi(addWatchTime, { body: { beat: createUuid(), seconds } }).catch(() => {})
  }
}

/** Creates a random UUID without `crypto.randomUUID`, which does not exist on sites without https. */
function createUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
