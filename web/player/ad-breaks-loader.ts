import type { AdBreaks } from './skin/ad-breaks.tsx'

let loaded: typeof AdBreaks | undefined

/** Returns the ad break component if it has been loaded. */
export const getLoadedAdBreaksComponent = () => loaded

/** Loads the ad break component, which only videos with ads need. */
export async function loadAdBreaksComponent(): Promise<void> {
  loaded ??= (await import('./skin/ad-breaks.tsx')).AdBreaks
}
