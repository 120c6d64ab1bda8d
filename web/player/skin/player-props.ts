import type { ReactNode } from 'react'
import type { AdBreakConfig } from '#contract/content/ads.ts'
import type { PlaybackOptions } from '../core/playback.ts'
import type { PlayerCaptions } from '../core/captions/caption-tracks.ts'
import type { PlayerChapter } from '../core/chapters.ts'
import type { PlayerLayoutProps } from './player-container.tsx'

export type PlayerProps = PlaybackOptions &
  PlayerLayoutProps & {
    /** The name of the creator, which the lock screen shows. */
    by?: string
    /** The URL of a WebVTT file with the thumbnails of the seek bar (`sheet.webp#xywh=…`). */
    storyboardUrl?: string | null
    /** The chapters of the video in order, or an empty list. */
    chapters?: readonly PlayerChapter[] | undefined
    /** The captions of the video, or an empty list. */
    captions?: readonly PlayerCaptions[] | undefined
    autoPlay?: boolean
    /** Whether the player reports how well the video has played (docs/decisions/088). */
    reportsQuality?: boolean
    /** Whether the play button takes focus when the player appears. */
    keepsFocus?: boolean
    /** The ad tag and the times of the ad breaks, or null for viewers who are not shown ads. */
    ads?: AdBreakConfig | null | undefined
    /**
     * The number of renditions of the video. When the number of renditions changes, the player adds the new
     * renditions without interrupting playback.
     */
    renditions?: number
    /**
     * The content that is rendered inside the player after playback has started. The overlay can read the
     * player's state (`usePlayer`).
     */
    overlay?: ReactNode
    /** Additional entries for the player's settings menu. */
    menu?: ReactNode
    onEnded?: () => void
    /**
     * Called with the playback position in seconds: every 5 s during playback, and when the video is paused.
     */
    onTime?: (seconds: number) => void
  }
