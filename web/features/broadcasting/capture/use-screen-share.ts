import { useEffect, useState } from 'react'

export interface ScreenShare {
  /** The picture and sound of the screen, or null. */
  screen: MediaStream | null
  /** The microphone, or null if it cannot be used. */
  microphone: MediaStream | null
  /** Lets the browser ask the user which screen to share. Resolves to false if the user cancels. */
  start(): Promise<boolean>
  stop(): void
}

/**
 * Shares the screen together with the microphone. Both streams are stopped when the component is unmounted.
 */
export function useScreenShare(): ScreenShare {
  const [streams, setStreams] = useState<{ screen: MediaStream | null; microphone: MediaStream | null }>(none)
  useEffect(() => () => stopTracks(streams.screen, streams.microphone), [streams])
  return {
    ...streams,
    async start() {
      try {
        const screen = await navigator.mediaDevices.getDisplayMedia({
          video: { width: { max: 1920 }, height: { max: 1080 }, frameRate: { max: 30 } },
          audio: true,
        })
        const microphone = await navigator.mediaDevices.getUserMedia({ audio: true }).catch(() => null)
        setStreams({ screen, microphone })
        return true
      } catch {
        return false
      }
    },
    stop: () => setStreams(none),
  }
}

const none = { screen: null, microphone: null }

function stopTracks(...streams: (MediaStream | null)[]) {
  for (const stream of streams) for (const track of stream?.getTracks() ?? []) track.stop()
}
