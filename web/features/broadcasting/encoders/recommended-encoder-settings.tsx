import { broadcastLimits } from '#contract/broadcasts/broadcast-limits.ts'
import { encoderSetupMessages } from '#web/messages/upload/encoders.ts'

const { hints } = encoderSetupMessages

/** The settings with which encoders work best. */
export function RecommendedEncoderSettings() {
  const { keyframeIntervalSeconds, bitrateKbps } = broadcastLimits.recommendedEncoderSettings
  return (
    <div>
      <p className="field-label">{hints.title}</p>
      <ul className="list-disc ps-5 text-15">
        <li>{hints.video}</li>
        <li>{hints.audio}</li>
        <li>{hints.keyframes({ seconds: keyframeIntervalSeconds })}</li>
        <li>{hints.bitrate({ kilobits: bitrateKbps })}</li>
      </ul>
    </div>
  )
}
