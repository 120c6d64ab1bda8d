import type { ReactNode } from 'react'
import type { AdPlan } from '#contract/content/ads.ts'
import type { PlaybackOptions } from '../core/playback.ts'
import type { PosterStageProps } from './player-stage.tsx'

export type CaptionTrack = { src: string; srclang: string; label: string }

export type PlayerProps = PlaybackOptions &
  PosterStageProps & {
    /** The creator, for the lock screen. */
    by?: string
    /** WebVTT of thumbnails (`sheet.webp#xywh=…`) for the seek bar. */
    storyboardUrl?: string | null
    tracks?: CaptionTrack[]
    autoPlay?: boolean
    /** The ad tag and break times, for viewers who are shown ads. */
    ads?: AdPlan | null | undefined
    /** The number of renditions; when it grows, new ones are added without interrupting playback. */
    renditions?: number
    /** Rendered inside the player once playback has started; may use the player’s state (`usePlayer`). */
    overlay?: ReactNode
    /** More options for the settings menu. */
    menu?: ReactNode
    onEnded?: () => void
    /** Called every 5 s of playback and on pause with the position in seconds. */
    onTime?: (seconds: number) => void
  }
