import type { PlayerCaptions } from './caption-tracks.ts'

/** The value of the viewer's preference if captions are off. */
export const captionsOffPreference = 'off'

export interface CaptionSelection {
  /** The index of the captions that are shown at the start, or -1. */
  shown: number
  /** The index of the captions that are shown when the viewer turns captions on. */
  preferred: number
}

/**
 * Chooses the captions for a video: the captions in the language that the viewer last chose, or otherwise the
 * creator's default captions. `preference` is the viewer's last choice in this browser, and `languages` are
 * the languages of the browser.
 */
export function selectCaptions(
  tracks: readonly PlayerCaptions[],
  preference: string | undefined,
  languages: readonly string[],
): CaptionSelection {
  const chosen = findLanguage(tracks, preference)
  const byDefault = tracks.findIndex(({ is_default }) => is_default)
  const known = languages.map((one) => findLanguage(tracks, one)).find((index) => index >= 0)
  const preferred = [chosen, byDefault, known ?? -1].find((index) => index >= 0) ?? 0
  if (preference === captionsOffPreference) return { shown: -1, preferred }
  return { shown: chosen >= 0 ? chosen : byDefault, preferred }
}

/**
 * Returns the index of the captions to show after the captions of an open player have changed. Captions that
 * are visible stay visible, even if their text was replaced. If no captions are visible, only captions in the
 * language that the viewer last chose are turned on.
 */
export function reselectCaptions(
  tracks: readonly PlayerCaptions[],
  shown: PlayerCaptions | undefined,
  preference: string | undefined,
): number {
  const same = tracks.findIndex(({ name }) => name === shown?.name)
  return same >= 0 ? same : findLanguage(tracks, shown ? shown.language : preference)
}

/** Finds the captions in this language, preferably for exactly this region, and otherwise for any region. */
function findLanguage(tracks: readonly PlayerCaptions[], language: string | undefined): number {
  if (!language) return -1
  const exact = tracks.findIndex((track) => track.language === language)
  const [base] = language.split('-')
  return exact >= 0 ? exact : tracks.findIndex((track) => track.language.split('-')[0] === base)
}
