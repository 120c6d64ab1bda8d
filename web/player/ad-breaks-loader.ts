import type { AdBreaks } from './skin/ad-breaks.tsx'

let loaded: typeof AdBreaks | undefined

/** The component for ad breaks, once it has been loaded. */
export const getLoadedAdBreaks = () => loaded

/** Loads the component for ad breaks. Only videos that have ads need it. */
export async function loadAdBreaks(): Promise<void> {
  loaded ??= (await import('./skin/ad-breaks.tsx')).AdBreaks
}
