import { useEffect, useState } from 'react'
import { type CameraProblem, classifyCameraError } from './camera-errors.ts'

export interface CameraChoice {
  /** The id of the chosen device, or undefined for the browser's default. */
  camera?: string | undefined
  microphone?: string | undefined
  /** Which of a phone's cameras to use if no device was chosen. */
  facing: 'user' | 'environment'
}

export interface Camera {
  stream: MediaStream | null
  problem: CameraProblem | null
  devices: MediaDeviceInfo[]
  choice: CameraChoice
  choose(patch: Partial<CameraChoice>): void
  retry(): void
}

/**
 * Opens the camera and the microphone while `isOn` is true. All tracks are stopped when `isOn` becomes false,
 * when another device is chosen, and when the dialog closes, so the camera's light goes off.
 */
export function useCamera(isOn: boolean): Camera {
  const [choice, setChoice] = useState<CameraChoice>({ facing: 'user' })
  const [opened, setOpened] = useState<{ stream: MediaStream | null; problem: CameraProblem | null }>(closed)
  const [devices, setDevices] = useState<MediaDeviceInfo[]>([])
  useEffect(() => {
    if (!isOn) return
    let isCurrent = true
    let stream: MediaStream | undefined
    const open = async () => {
      try {
        stream = await openCamera(choice)
        // The user closed the dialog or chose another device while the browser was asking for permission.
        if (!isCurrent) return stopTracks(stream)
        setOpened({ stream, problem: null })
        // The browser reveals the names of the devices only after permission has been granted.
        setDevices(await navigator.mediaDevices.enumerateDevices())
      } catch (error) {
        if (isCurrent) setOpened({ stream: null, problem: classifyCameraError(error) })
      }
    }
    void open()
    return () => {
      isCurrent = false
      if (stream) stopTracks(stream)
      setOpened(closed)
    }
  }, [isOn, choice])
  return {
    ...opened,
    devices,
    choice,
    choose: (patch) => setChoice((before) => ({ ...before, ...patch })),
    // Setting a new object opens the camera again.
    retry: () => setChoice((before) => ({ ...before })),
  }
}

const closed = { stream: null, problem: null }

function openCamera({ camera, microphone, facing }: CameraChoice): Promise<MediaStream> {
  return navigator.mediaDevices.getUserMedia({
    video: {
      ...(camera ? { deviceId: { exact: camera } } : { facingMode: facing }),
      width: { ideal: 1280 },
      height: { ideal: 720 },
      frameRate: { ideal: 30, max: 30 },
    },
    audio: microphone ? { deviceId: { exact: microphone } } : true,
  })
}

function stopTracks(stream: MediaStream) {
  for (const track of stream.getTracks()) track.stop()
}
