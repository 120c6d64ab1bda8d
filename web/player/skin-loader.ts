import type { ComponentType } from 'react'
import type { AdBreaks } from './skin/ad-breaks.tsx'
import type { PlayerProps } from './skin/player-props.ts'

export type PlayerSkin = ComponentType<PlayerProps>

let loadedSkin: PlayerSkin | undefined
let loadedAdBreaks: typeof AdBreaks | undefined

/** The player with its picture, if it has come; for an item with ads only together with what they need. */
export const getLoadedSkin = (hasAds: boolean) => (hasAds && !loadedAdBreaks ? undefined : loadedSkin)

export const getLoadedAdBreaks = () => loadedAdBreaks

/** Fetches it. */
export async function loadPlayerSkin(hasAds: boolean): Promise<PlayerSkin> {
  const [module, ads] = await Promise.all([
    import('./skin/interactive-player.tsx'),
    hasAds ? import('./skin/ad-breaks.tsx') : undefined,
  ])
  loadedAdBreaks ??= ads?.AdBreaks
  return (loadedSkin = module.default)
}
