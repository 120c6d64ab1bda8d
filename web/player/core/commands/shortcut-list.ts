import { keyboardShortcutMessages } from '#web/messages/watch/keyboard-shortcuts.ts'

/** The list of keyboard shortcuts that opens when the viewer presses `?`. */
export const getPlayerShortcuts = (): [keys: string[], does: keyof typeof keyboardShortcutMessages][] => [
  [[keyboardShortcutMessages.space, 'K'], 'togglePlay'],
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
