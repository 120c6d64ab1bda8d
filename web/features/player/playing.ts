import { useSyncExternalStore } from 'react'
import { putSafety } from '#contract/safety.ts'
import { getPlaying } from '#contract/wellbeing.ts'
import { call } from '#web/api/call.ts'
import { settings } from '#web/keep.ts'

/** How somebody wants to watch. Kept by us for whoever is signed in, else by their browser. */
export interface Playing {
  autoplayNext: boolean
  /** Of playing, until a break is offered; 0 is never. */
  breakMinutes: number
}

interface State {
  /** Whose it is; '' for nobody in particular. */
  who: string | null
  /** Null until it is known. */
  playing: Playing | null
  /** A change to something looser, which wants one yes more. */
  asked: Partial<Playing> | null
}

const key = 'playing'
const none: Playing = { autoplayNext: false, breakMinutes: 0 }
const unknown: State = { who: null, playing: null, asked: null }
let state = unknown
const listeners = new Set<() => void>()

export function usePlaying(): State {
  return useSyncExternalStore(
    subscribe,
    () => state,
    () => unknown,
  )
}

/** Asks once for a person; anybody else begins anew. */
export async function askPlaying(who: string): Promise<void> {
  if (state.who === who) return
  set({ who, playing: null, asked: null })
  const playing = who ? await asked() : recall()
  if (state.who === who) set({ playing })
}

/** Stricter at once; looser is asked about first. */
export function choose(change: Partial<Playing>, isLooser: boolean): void {
  if (isLooser) set({ asked: change })
  else void apply(change)
}

export function answer(yes: boolean): void {
  const { asked: change } = state
  set({ asked: null })
  if (yes && change) void apply(change)
}

async function asked(): Promise<Playing> {
  const got = await call(getPlaying, {}).catch(() => null)
  return got ? { autoplayNext: got.autoplay_next, breakMinutes: got.break_minutes } : none
}

async function apply(change: Partial<Playing>): Promise<void> {
  const before = state.playing ?? none
  set({ playing: { ...before, ...change } })
  if (!state.who) return remember(state.playing!)
  try {
    const { autoplayNext, breakMinutes } = change
    if (autoplayNext !== undefined) await save('autoplay_next', autoplayNext)
    if (breakMinutes !== undefined) await save('break_minutes', breakMinutes)
  } catch {
    set({ playing: before })
  }
}

function save(setting: 'autoplay_next' | 'break_minutes', value: boolean | number) {
  return call(putSafety, { params: { setting }, body: { value, confirmed: true } })
}

function recall(): Playing {
  try {
    return { ...none, ...(JSON.parse(settings()?.getItem(key) ?? '{}') as Partial<Playing>) }
  } catch {
    return none
  }
}

function remember(playing: Playing): void {
  try {
    settings()?.setItem(key, JSON.stringify(playing))
  } catch {
    // It holds until the page is closed.
  }
}

function set(patch: Partial<State>): void {
  state = { ...state, ...patch }
  for (const heard of listeners) heard()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
