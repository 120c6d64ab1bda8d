import { loadPlayerPreferences, savePlayerPreferences } from '../player-preferences.ts'

/** The options for the appearance of captions. The first option in each list is the default. */
export const captionStyleOptions = {
  size: ['normal', 'small', 'large', 'huge'],
  color: ['white', 'yellow', 'cyan', 'green'],
  background: ['dark', 'solid', 'none'],
  edge: ['none', 'shadow', 'outline'],
  position: ['bottom', 'top'],
} as const

export type CaptionStyleName = keyof typeof captionStyleOptions
export type CaptionStyle = { [Name in CaptionStyleName]: (typeof captionStyleOptions)[Name][number] }

export const captionStyleNames = Object.keys(captionStyleOptions) as CaptionStyleName[]

/** Reads the viewer's choices from this browser's storage. Unknown values are replaced with the default. */
export function loadCaptionStyle(): CaptionStyle {
  const stored: Partial<Record<CaptionStyleName, string>> = loadPlayerPreferences().captionStyle ?? {}
  return Object.fromEntries(
    captionStyleNames.map((name) => {
      const options: readonly string[] = captionStyleOptions[name]
      return [name, options.find((option) => option === stored[name]) ?? options[0]]
    }),
  ) as CaptionStyle
}

export function saveCaptionStyle(captionStyle: CaptionStyle): void {
  savePlayerPreferences({ captionStyle })
}

/**
 * Applies the viewer's choices for the appearance of captions. Attributes of the video element select the
 * rules in caption-style.css, which styles `::cue`.
 */
export function applyCaptionStyle(video: HTMLVideoElement, style: CaptionStyle): void {
  for (const name of captionStyleNames) video.setAttribute(`data-caption-${name}`, style[name])
  for (const { cues } of video.textTracks)
    for (const cue of cues ?? []) placeCue(cue as VTTCue, style.position)
  markCaptionsAtTop(video)
}

/**
 * Marks the video element while all visible captions are in the upper part of the picture. While the controls
 * are visible, player.css moves captions up. Captions at the top would move out of the picture if they moved
 * up too.
 */
export function markCaptionsAtTop(video: HTMLVideoElement): void {
  const shown = [...video.textTracks]
    .filter(({ mode }) => mode === 'showing')
    .flatMap(({ activeCues }) => [...(activeCues ?? [])] as VTTCue[])
  video.toggleAttribute('data-captions-at-top', shown.length > 0 && shown.every(isAtTop))
}

/** `line` is a number of lines from the top (or from the bottom if it is negative), or a percentage. */
function isAtTop({ line, snapToLines }: VTTCue): boolean {
  return line !== 'auto' && line >= 0 && line < (snapToLines ? 5 : 50)
}

/** The cues that this module has moved. Cues with a position chosen by the creator are not moved. */
const movedCues = new WeakSet<VTTCue>()

function placeCue(cue: VTTCue, position: CaptionStyle['position']): void {
  if (position === 'top' && cue.line === 'auto') {
    cue.line = 0
    movedCues.add(cue)
  } else if (position === 'bottom' && movedCues.delete(cue)) cue.line = 'auto'
}
