import { useEffect, useState } from 'react'
import { type CameraProblem, classifyCameraError } from './camera-errors.ts'

export interface CameraChoice {
  /** The id of the device that the user has chosen, or undefined for the browser's default device. */
  camera?: string | undefined
  microphone?: string | undefined
  /** The camera of a phone (front or back) to use if the user has not chosen a device. */
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
 * Opens the camera and the microphone while `isOn` is true. All media tracks are stopped when `isOn` becomes
 * false, when the user chooses another device, and when the dialog closes. Stopping the tracks turns off the
 * camera's light.
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
        // While the browser was asking for permission, the user closed the dialog or chose another device.
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
    // A new object triggers the effect, which reopens the camera.
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
