export type StateStore<State> = {
  get: () => State
  set: (patch: Partial<State>) => void
  subscribe: (listener: () => void) => () => void
}

/**
 * Creates a state store that notifies its listeners after each change. A patch that changes nothing does not
 * notify the listeners.
 */
export function createStateStore<State extends object>(initial: State): StateStore<State> {
  let state = initial
  const listeners = new Set<() => void>()
  return {
    get: () => state,
    set(patch) {
      const changed = Object.entries(patch).some(
        ([key, value]) => !Object.is(state[key as keyof State], value),
      )
      if (!changed) return
      state = { ...state, ...patch }
      for (const notifyListener of listeners) notifyListener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
