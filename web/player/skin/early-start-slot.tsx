import { createContext, use } from 'react'
import { computeLoudnessGain } from '../core/playback-adjustments.ts'
import type { InitialRendition } from '../core/streaming/bandwidth.ts'
import type { EarlyStartPlan } from '../core/early-start/early-start.ts'
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

/**
 * Contains the script that starts the video early, and the video once it has started. React ignores the contents of
 * this element, so hydration does not remove the video.
 */
export function EarlyStartSlot(props: Props) {
  const nonce = use(ScriptNonce)
  const html = import.meta.env.SSR ? renderScript(makePlan(props), nonce) : ''
  return <div className="early-start" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />
}

function makePlan({
  src,
  title,
  duration,
  loudness,
  startAt,
  startRenditions,
  positions,
}: Props): EarlyStartPlan {
  return {
    src,
    title,
    duration: duration ?? 0,
    startAt: startAt ?? 0,
    gain: computeLoudnessGain(loudness),
    positions,
    renditions: startRenditions ?? [],
  }
}

function renderScript(plan: EarlyStartPlan, nonce: string): string {
  const argument = JSON.stringify(plan).replaceAll('<', '\\u003c')
  return `<script nonce="${nonce}">(${String(installEarlyStart)})(${argument})</script>`
}
