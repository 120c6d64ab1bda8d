import { settings } from '../../keep.ts'
import type { QualityChoice } from './quality.ts'

/** What a viewer has set once and wants everywhere; kept only in this browser. */
export type Memory = {
  volume?: number
  muted?: boolean
  quality?: QualityChoice
  evenVolume?: boolean
  captions?: string
  theatre?: boolean
}

const key = 'player'

export function recall(): Memory {
  try {
    return JSON.parse(settings()?.getItem(key) ?? '{}') as Memory
  } catch {
    return {}
  }
}

/** Private windows and full storages refuse; then it is simply not remembered. */
export function remember(what: Memory) {
  try {
    settings()?.setItem(key, JSON.stringify({ ...recall(), ...what }))
  } catch {
    // nothing to be done
  }
}
