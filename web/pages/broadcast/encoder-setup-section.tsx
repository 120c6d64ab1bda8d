import type { ResponseOf } from '#contract/endpoint.ts'
import { createBroadcast, type OwnBroadcast } from '#contract/broadcasts/broadcasts.ts'
import type { getStreamKey } from '#contract/broadcasts/stream-keys.ts'
import type { Visibility } from '#contract/content/content-types.ts'
import { callApi } from '#web/api/api-client.ts'
import { StreamKeySection } from '#web/features/broadcasting/encoders/stream-key-section.tsx'
import { encoderSetupMessages } from '#web/messages/upload/encoders.ts'
import { GoLiveForm } from './go-live-form.tsx'
import { OptionSection } from './option-section.tsx'

interface Props {
  serverUrl: string
  streamKey: ResponseOf<typeof getStreamKey>['stream_key']
  audience: Visibility | ''
  isPrivateProfile: boolean
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
  onCreated: (broadcast: OwnBroadcast) => void
}

/** Everything that members need to go live with OBS or another encoder. */
export function EncoderSetupSection({
  serverUrl,
  streamKey,
  audience,
  isPrivateProfile,
  isOpen,
  onToggle,
  onCreated,
}: Props) {
  return (
    <OptionSection
      id="encoder"
      title={encoderSetupMessages.title}
      intro={encoderSetupMessages.intro}
      openLabel={encoderSetupMessages.open}
      isOpen={isOpen}
      onToggle={onToggle}
    >
      <div className="grid w-full gap-x-12 gap-y-7 lg:grid-cols-2">
        <div className="grid content-start gap-4">
          <h3 className="text-21 font-bold">{encoderSetupMessages.steps.connect}</h3>
          <StreamKeySection serverUrl={serverUrl} initialKey={streamKey} />
        </div>
        <div className="grid content-start gap-4">
          <h3 className="text-21 font-bold">{encoderSetupMessages.steps.details}</h3>
          <GoLiveForm
            missing={null}
            submitLabel={encoderSetupMessages.start}
            audience={audience}
            isPrivateProfile={isPrivateProfile}
            onSubmit={async (details) =>
              onCreated(await callApi(createBroadcast, { body: { ...details, source: 'rtmp' } }))
            }
          />
        </div>
      </div>
    </OptionSection>
  )
}
