import { player } from '#contract/limits.ts'
import { shortSkip, skip } from './steps.ts'

const { volumeStep } = player

/** What changes how the player stands on the page. */
export type ViewChange = 'fullscreen' | 'theatre' | 'pip' | 'captions' | 'keys'

export type Command =
  | { do: 'togglePlay' | 'mute' }
  | { do: ViewChange }
  | { do: 'seekBy' | 'volumeBy'; by: number }
  | { do: 'seekToPart'; part: number }
  | { do: 'rate' | 'frame'; way: 1 | -1 }

export type KeyPress = { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean; shiftKey: boolean }

/** Where the key fell, as far as it matters: what has focus, and whether that is in the player. */
export type KeyPlace = { focus: 'nothing' | 'button' | 'slider' | 'field'; inPlayer: boolean }

/** What a key asks of the player, if anything: never while typing, never with Ctrl, Meta or Alt. A focused control keeps the
 *  keys it uses itself, and the page keeps up and down for scrolling unless focus is in the player. */
export function commandFor(press: KeyPress, place: KeyPlace): Command | null {
  if (place.focus === 'field' || press.ctrlKey || press.metaKey || press.altKey) return null
  const key = press.key.length === 1 ? press.key.toLowerCase() : press.key
  if (place.focus === 'button' && key === ' ') return null
  if (place.focus === 'slider' && key.startsWith('Arrow')) return null
  if (!place.inPlayer && (key === 'ArrowUp' || key === 'ArrowDown')) return null
  if (/^\d$/.test(key)) return { do: 'seekToPart', part: Number(key) / 10 }
  return table[key] ?? null
}

const table: Record<string, Command> = {
  ' ': { do: 'togglePlay' },
  k: { do: 'togglePlay' },
  j: { do: 'seekBy', by: -skip },
  l: { do: 'seekBy', by: skip },
  ArrowLeft: { do: 'seekBy', by: -shortSkip },
  ArrowRight: { do: 'seekBy', by: shortSkip },
  ArrowUp: { do: 'volumeBy', by: volumeStep },
  ArrowDown: { do: 'volumeBy', by: -volumeStep },
  m: { do: 'mute' },
  f: { do: 'fullscreen' },
  t: { do: 'theatre' },
  c: { do: 'captions' },
  i: { do: 'pip' },
  '<': { do: 'rate', way: -1 },
  '>': { do: 'rate', way: 1 },
  ',': { do: 'frame', way: -1 },
  '.': { do: 'frame', way: 1 },
  '?': { do: 'keys' },
}
