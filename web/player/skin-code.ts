import type { ComponentType } from 'react'
import type { AdBreaks } from './skin/ad-breaks.tsx'
import type { PlayerProps } from './skin/props.ts'

export type Skin = ComponentType<PlayerProps>

let here: Skin | undefined
let adBreaks: typeof AdBreaks | undefined

/** The player with its picture, if it has come; for an item with ads only together with what they need. */
export const skinHere = (hasAds: boolean) => (hasAds && !adBreaks ? undefined : here)

export const adBreaksHere = () => adBreaks

/** Fetches it. */
export async function loadSkin(hasAds: boolean): Promise<Skin> {
  const [module, ads] = await Promise.all([
    import('./skin/player.tsx'),
    hasAds ? import('./skin/ad-breaks.tsx') : undefined,
  ])
  adBreaks ??= ads?.AdBreaks
  return (here = module.default)
}
