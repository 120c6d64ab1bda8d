import { words } from '#web/words/player-keys.ts'

/** The sheet behind `?`. */
export const keySheet: [keys: string[], does: keyof typeof words][] = [
  [[words.space, 'K'], 'togglePlay'],
  [['J', 'L'], 'skip10'],
  [['←', '→'], 'skip5'],
  [['↑', '↓'], 'volume'],
  [['M'], 'mute'],
  [['0', '…', '9'], 'tenth'],
  [['<', '>'], 'rate'],
  [[',', '.'], 'frame'],
  [['F'], 'fullscreen'],
  [['T'], 'theatre'],
  [['C'], 'captions'],
  [['I'], 'pip'],
  [['?'], 'sheet'],
]
