import { createContext, use } from 'react'
import { computeLoudnessGain } from '../core/playback-adjustments.ts'
import {
  chooseInitialRendition,
  estimatePageBandwidth,
  type InitialRendition,
  measureBandwidth,
} from '../core/streaming/bandwidth.ts'
import type { EarlyStartPlan, InlinedFunctions } from '../core/early-start/early-start.ts'
import { installEarlyStart } from '../core/early-start/early-start-script.ts'

/** The Content-Security-Policy nonce of inline scripts. It is known only while the server renders a page. */
export const ScriptNonce = createContext('')

type Props = {
  src: string
  title: string
  duration?: number | null
  loudness?: number | null
  startAt?: number | undefined
  startRenditions?: readonly InitialRendition[]
  /** The key under which the browser stores playback positions, and the id of the video. */
  positions: { key: string; id: string }
}

/** An empty video, and the script that starts it early. The player adopts the video if it has been started. */
export function EarlyStartVideo(props: Props) {
  const nonce = use(ScriptNonce)
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the player adds the captions */}
      <video
        playsInline
        preload="none"
        crossOrigin="anonymous"
        tabIndex={-1}
        aria-label={props.title}
        suppressHydrationWarning
      />
      <script nonce={nonce} suppressHydrationWarning>
        {/* The browser bundle renders the script tag without text, because hydration keeps the server's text. */}
        {import.meta.env.SSR ? renderScript(makePlan(props)) : ''}
      </script>
    </>
  )
}

function makePlan({ positions, ...props }: Props): EarlyStartPlan {
  const { src, duration, loudness, startAt, startRenditions } = props
  return {
    src,
    duration: duration ?? 0,
    startAt: startAt ?? 0,
    gain: computeLoudnessGain(loudness),
    positions,
    renditions: startRenditions ?? [],
  }
}

function renderScript(plan: EarlyStartPlan): string {
  const json = JSON.stringify(plan).replaceAll('<', '\\u003c')
  const functions: InlinedFunctions = { chooseInitialRendition, estimatePageBandwidth, measureBandwidth }
  const sources = Object.entries(functions).map(([name, code]) => `${name}:${String(code)}`)
  return `(${String(installEarlyStart)})(${json},{${sources.join(',')}})`
}
