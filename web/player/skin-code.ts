import { type ComponentType, lazy } from 'react'
import type { PlayerProps } from './skin/props.ts'

let here: ComponentType<PlayerProps> | undefined

/** Fetches the controls. */
export async function loadSkin() {
  const module = await import('./skin/player.tsx')
  here = module.default
  return module
}

const Late = lazy(loadSkin)

/** The controls: themselves if they have come, or a promise of them, which costs a frame or two. */
export const skin = (): ComponentType<PlayerProps> => here ?? Late
