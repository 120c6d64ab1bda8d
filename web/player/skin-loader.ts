import type { ComponentType } from 'react'
import { getLoadedAdBreaksComponent, loadAdBreaksComponent } from './ad-breaks-loader.ts'
import type { PlayerProps } from './skin/player-props.ts'

export type PlayerSkin = ComponentType<PlayerProps>

let loadedSkin: PlayerSkin | undefined

/**
 * Returns the player's user interface if it has been loaded. For a video with ads, returns undefined until
 * the ad break component has also been loaded.
 */
export const getLoadedSkin = (hasAds: boolean) =>
  hasAds && !getLoadedAdBreaksComponent() ? undefined : loadedSkin

export const importPlayerSkin = () => import('./skin/player-with-controls.tsx')

export async function loadPlayerSkin(hasAds: boolean): Promise<PlayerSkin> {
  const [module] = await Promise.all([importPlayerSkin(), hasAds ? loadAdBreaksComponent() : undefined])
  return (loadedSkin = module.default)
}
