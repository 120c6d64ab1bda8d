import type { ComponentType } from 'react'
import type { PlayerProps } from './skin/props.ts'

export type Skin = ComponentType<PlayerProps>

let here: Skin | undefined

/** The controls, if they have come. */
export const skinHere = () => here

/** Fetches the controls. */
export async function loadSkin(): Promise<Skin> {
  const module = await import('./skin/player.tsx')
  return (here = module.default)
}
