import type { ReactNode } from 'react'
import type { AdBreakConfig } from '#contract/content/ads.ts'
import type { PlaybackOptions } from '../core/playback.ts'
import type { PosterStageProps } from './player-stage.tsx'

export type CaptionTrack = { src: string; srclang: string; label: string }

export type PlayerProps = PlaybackOptions &
  PosterStageProps & {
    /** The name of the creator, shown on the lock screen. */
    by?: string
    /** The URL of a WebVTT file with thumbnails (`sheet.webp#xywh=…`) for the seek bar. */
    storyboardUrl?: string | null
    tracks?: CaptionTrack[]
    autoPlay?: boolean
    /** The ad tag and break times; null for viewers who see no ads. */
    ads?: AdBreakConfig | null | undefined
    /**
     * The number of renditions. When the number changes, new renditions are added without interrupting
     * playback.
     */
    renditions?: number
    /**
     * Content rendered inside the player once playback has started. The overlay can use the player's state
     * (`usePlayer`).
     */
    overlay?: ReactNode
    /** Additional entries for the settings menu. */
    menu?: ReactNode
    onEnded?: () => void
    /** Called with the position in seconds, every 5 s of playback and on pause. */
    onTime?: (seconds: number) => void
  }
