import type { ReactNode } from 'react'
import type { AdPlan } from '#contract/content/ads.ts'
import type { PlaybackOptions } from '../core/playback.ts'
import type { PosterStageProps } from './player-stage.tsx'

export type CaptionTrack = { src: string; srclang: string; label: string }

export type PlayerProps = PlaybackOptions &
  PosterStageProps & {
    /** Who made it, for the lock screen. */
    by?: string
    /** WebVTT of thumbnails (`sheet.webp#xywh=…`) for the progress bar. */
    storyboardUrl?: string | null
    tracks?: CaptionTrack[]
    autoPlay?: boolean
    /** Where ads come from and when, for viewers who are shown any. */
    ads?: AdPlan | null | undefined
    /** How many renditions there are; when it grows, the new ones are picked up without a break. */
    renditions?: number
    /** Drawn inside once it has begun, and may use the player’s state (`usePlayer`); what the page lends it. */
    beside?: ReactNode
    /** More choices for the settings menu. */
    menu?: ReactNode
    onEnded?: () => void
    /** Every 5 s of playing, and on pause: where one is, in seconds. */
    onTime?: (seconds: number) => void
  }
