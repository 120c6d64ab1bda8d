import { createContext, use, useSyncExternalStore } from 'react'
import type { PlayerController } from '../core/player-controller.ts'
import type { PlayerState } from '../core/player-state.ts'

export const PlayerContext = createContext<PlayerController | null>(null)

export function usePlayer(): PlayerController {
  const player = use(PlayerContext)
  if (!player) throw new Error('Player controls must be inside a player')
  return player
}

/**
 * Returns the part of the player's state that `pick` selects. The calling component re-renders only when the
 * selected part changes.
 */
export function usePlayerState<Piece>(pick: (state: PlayerState) => Piece): Piece {
  const { store } = usePlayer()
  const read = () => pick(store.get())
  return useSyncExternalStore(store.subscribe, read, read)
}
