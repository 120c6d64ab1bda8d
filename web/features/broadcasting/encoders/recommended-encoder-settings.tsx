import { broadcastLimits } from '#contract/broadcasts/broadcast-limits.ts'
import { encoderSetupMessages } from '#web/messages/upload/encoders.ts'

const { recommendedSettings } = encoderSetupMessages

/** Lists the encoder settings that work best. */
export function RecommendedEncoderSettings() {
  const { keyframeIntervalSeconds, bitrateKbps } = broadcastLimits.recommendedEncoderSettings
  return (
    <div>
      <p className="field-label">{recommendedSettings.title}</p>
      <ul className="list-disc ps-5 text-15">
        <li>{recommendedSettings.video}</li>
        <li>{recommendedSettings.audio}</li>
        <li>{recommendedSettings.keyframes({ seconds: keyframeIntervalSeconds })}</li>
        <li>{recommendedSettings.bitrate({ kilobits: bitrateKbps })}</li>
      </ul>
    </div>
  )
}
