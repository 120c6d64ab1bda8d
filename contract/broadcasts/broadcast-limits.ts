import type { AgeBand, SafetyPreset } from '../safety/safety-defaults.ts'
import { MB } from '../limits.ts'

/**
 * Limits on broadcasts. Viewers see a broadcast with a delay, so that a moderator can stop it before viewers
 * see the newest seconds.
 */
export const broadcastLimits = {
  minAge: { standard: 16, strict: 18 } satisfies Record<SafetyPreset, number>,
  minAccountAgeHours: 24,
  /** A chunk of the source contains about 250 ms of video and audio. */
  maxChunkBytes: 2 * MB,
  /**
   * The maximum average bitrate of the source, in bits per second. Up to `burstSeconds` seconds' worth of
   * data may arrive in a burst.
   */
  maxBitrate: 8_000_000,
  burstSeconds: 10,
  /** The encoder settings that the Go live page recommends. */
  recommendedEncoderSettings: { keyframeIntervalSeconds: 2, bitrateKbps: 6000 },
  /** The time from the camera to the viewer's screen. Creators choose it for each broadcast. */
  delaySeconds: { default: 10, min: 0, max: 60, minForMinors: 10 },
  /**
   * Viewers can load a part this many seconds before the delay has passed. Players stay further behind the newest part
   * than this, so a page that learns of a stop with a small delay has not yet shown a picture that was cut off.
   */
  playerBufferSeconds: 0.85,
  /** A broadcast without new data ends after this time. Until then, the creator can continue it. */
  endsWithoutDataSeconds: 60,
  /** A broadcast to which no data was ever sent ends after this time. */
  endsWithoutStartSeconds: 300,
  maxHours: 3,
  /** Limits of scheduled broadcasts. A broadcast that has not been started expires after its start time. */
  schedule: { minMinutesAhead: 15, maxDaysAhead: 30, maxScheduled: 10, expiresAfterHours: 2 },
}

/** The shortest delay that a person in this age band may choose, in seconds. */
export function minDelaySecondsAtAge(band: AgeBand): number {
  const { min, minForMinors } = broadcastLimits.delaySeconds
  return band === '18-19' ? min : minForMinors
}

/** Whether a person in this age band may broadcast (the policy table of the Safety Center). */
export function mayBroadcastAtAge(band: AgeBand, preset: SafetyPreset): boolean {
  return band === '18-19' || (band === '16-17' && broadcastLimits.minAge[preset] <= 16)
}
