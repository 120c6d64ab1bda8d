import { SwitchCamera } from 'lucide-react'
import { cameraMessages } from '#web/messages/upload/camera.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import type { Camera } from './use-camera.ts'

/**
 * The fields for choosing a camera and a microphone. Each field is shown only if there are several devices to
 * choose from.
 */
export function CameraAndMicrophoneFields({
  camera: { devices, choice, choose, stream },
}: {
  camera: Camera
}) {
  const cameras = devices.filter(({ kind }) => kind === 'videoinput')
  const microphones = devices.filter(({ kind }) => kind === 'audioinput')
  const inUse = (kind: 'video' | 'audio') =>
    stream
      ?.getTracks()
      .find((track) => track.kind === kind)
      ?.getSettings().deviceId
  const flip = () => choose({ camera: undefined, facing: choice.facing === 'user' ? 'environment' : 'user' })
  return (
    <div className="mt-4 grid gap-4 sm:grid-cols-2">
      {cameras.length > 1 && (
        <DeviceSelect
          label={cameraMessages.camera}
          devices={cameras}
          value={choice.camera ?? inUse('video')}
          onChange={(id) => choose({ camera: id })}
        />
      )}
      {microphones.length > 1 && (
        <DeviceSelect
          label={cameraMessages.microphone}
          devices={microphones}
          value={choice.microphone ?? inUse('audio')}
          onChange={(id) => choose({ microphone: id })}
        />
      )}
      {cameras.length > 1 && matchMedia('(pointer: coarse)').matches && (
        <Button className="justify-self-start" onClick={flip}>
          <SwitchCamera aria-hidden="true" /> {cameraMessages.flip}
        </Button>
      )}
    </div>
  )
}

interface DeviceSelectProps {
  label: string
  devices: MediaDeviceInfo[]
  value: string | undefined
  onChange: (deviceId: string) => void
}

function DeviceSelect({ label, devices, value, onChange }: DeviceSelectProps) {
  return (
    <Select label={label} value={value ?? ''} onChange={(event) => onChange(event.target.value)}>
      {devices.map((device, index) => (
        <option key={device.deviceId} value={device.deviceId}>
          {device.label || cameraMessages.unnamed({ kind: label, number: index + 1 })}
        </option>
      ))}
    </Select>
  )
}
