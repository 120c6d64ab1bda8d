import { useEffect, useState } from 'react'
import { type AudioMixer, createAudioMixer } from '#web/features/broadcasting/capture/audio-mixer.ts'
import { useScreenShare } from '#web/features/broadcasting/capture/use-screen-share.ts'
import type { BroadcastTracks } from '#web/features/broadcasting/sending/broadcast-session.ts'
import { useCamera } from '#web/features/upload/camera/use-camera.ts'

export type BroadcastSource = ReturnType<typeof useBroadcastSource>

/** Provides the picture from the creator's camera or screen, and the mixed sound. */
export function useBroadcastSource() {
  const [kind, setKind] = useState<'camera' | 'screen' | null>(null)
  const [mixer, setMixer] = useState<AudioMixer | null>(null)
  const [isMuted, setIsMuted] = useState(false)
  const camera = useCamera(kind === 'camera')
  const { screen, microphone, start, stop } = useScreenShare()
  const stream = kind === 'camera' ? camera.stream : kind === 'screen' ? screen : null
  useEffect(
    () => mixer?.setInputs([stream, microphone].filter((one) => one !== null)),
    [mixer, stream, microphone],
  )
  useEffect(() => mixer?.setMuted(isMuted), [mixer, isMuted])
  useEffect(() => () => mixer?.close(), [mixer])
  const openMixer = () => mixer ?? setMixer(createAudioMixer())
  return {
    kind,
    camera,
    mixer,
    stream,
    isMuted,
    setIsMuted,
    /** True if the screen is shared without a microphone. */
    lacksMicrophone: kind === 'screen' && screen !== null && microphone === null,
    isMirrored:
      kind === 'camera' && camera.stream?.getVideoTracks()[0]?.getSettings().facingMode !== 'environment',
    useCamera() {
      openMixer()
      setKind('camera')
    },
    async shareScreen() {
      openMixer()
      if (await start()) setKind('screen')
    },
    /** Turns off the camera and the microphone, and stops sharing the screen. */
    close() {
      stop()
      setKind(null)
      setMixer(null)
    },
    getTracks(): BroadcastTracks | null {
      const video = stream?.getVideoTracks()[0]
      return video && mixer ? { video: video as MediaStreamVideoTrack, audio: mixer.track } : null
    },
  }
}
