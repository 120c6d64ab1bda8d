import { createContext, use, useSyncExternalStore } from 'react'
import type { Player } from '../core/player.ts'
import type { PlayerState } from '../core/state.ts'

export const PlayerContext = createContext<Player | null>(null)

export function usePlayer(): Player {
  const player = use(PlayerContext)
  if (!player) throw new Error('A player control stands outside a player')
  return player
}

/** One piece of the state; the control is drawn again only when that piece changes. */
export function usePlayerState<Piece>(pick: (state: PlayerState) => Piece): Piece {
  const { store } = usePlayer()
  const read = () => pick(store.get())
  return useSyncExternalStore(store.subscribe, read, read)
}
