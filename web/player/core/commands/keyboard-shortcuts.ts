import { playerControlSettings } from '#contract/limits.ts'
import { arrowKeySkipSeconds, defaultSkipSeconds } from '../playback-adjustments.ts'

const { volumeStep } = playerControlSettings

/** Player commands that change how the player is displayed, for example in full screen. */
export type PlayerDisplayCommand = 'fullscreen' | 'theatre' | 'pip' | 'captions' | 'keys'

export type PlayerCommand =
  | { do: 'togglePlay' | 'mute' }
  | { do: PlayerDisplayCommand }
  | { do: 'seekBy' | 'volumeBy'; by: number }
  | { do: 'seekToPart'; part: number }
  | { do: 'rate' | 'frame'; way: 1 | -1 }

export type KeyPress = { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean; shiftKey: boolean }

/** The kind of element that has focus, and whether the element is in the player. */
export type KeyboardFocusTarget = { focus: 'nothing' | 'button' | 'slider' | 'field'; inPlayer: boolean }

/**
 * Returns the player command for a key press, or null if the viewer is typing or is holding Ctrl, Meta or
 * Alt. A focused control keeps the keys that it handles itself: a button keeps the space bar, a slider keeps
 * the arrow keys. The up and down arrow keys scroll the page unless the focus is in the player.
 */
export function getShortcutCommand(press: KeyPress, context: KeyboardFocusTarget): PlayerCommand | null {
  if (context.focus === 'field' || press.ctrlKey || press.metaKey || press.altKey) return null
  const key = press.key.length === 1 ? press.key.toLowerCase() : press.key
  if (context.focus === 'button' && key === ' ') return null
  if (context.focus === 'slider' && key.startsWith('Arrow')) return null
  if (!context.inPlayer && (key === 'ArrowUp' || key === 'ArrowDown')) return null
  if (/^\d$/.test(key)) return { do: 'seekToPart', part: Number(key) / 10 }
  return commandByKey[key] ?? null
}

const commandByKey: Record<string, PlayerCommand> = {
  ' ': { do: 'togglePlay' },
  k: { do: 'togglePlay' },
  j: { do: 'seekBy', by: -defaultSkipSeconds },
  l: { do: 'seekBy', by: defaultSkipSeconds },
  ArrowLeft: { do: 'seekBy', by: -arrowKeySkipSeconds },
  ArrowRight: { do: 'seekBy', by: arrowKeySkipSeconds },
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
