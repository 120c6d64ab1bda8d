import type { PlayerCommand, PlayerDisplayCommand } from './keyboard-shortcuts.ts'
import type { PlayerController } from '../player-controller.ts'
import type { PlayerActionIcon } from '../player-state.ts'
import { stepPlaybackRate, roundVolume } from '../playback-adjustments.ts'
import { playerMessages } from '#web/messages/watch/player.ts'

const { said } = playerMessages

/**
 * Performs the command of a keyboard shortcut. Shows the command in a bubble and announces it to screen
 * readers.
 */
export function performPlayerCommand(player: PlayerController, command: PlayerCommand) {
  player.idle.wake()
  if (player.store.get().adState === 'on' && !interludeCommands.has(command.do)) return
  const feedback = executeCommand(player, command)
  if (feedback) player.say(...feedback)
}

/**
 * The commands that are available during an ad. Commands that affect the video itself are ignored during an
 * ad.
 */
const interludeCommands = new Set<PlayerCommand['do']>([
  'togglePlay',
  'mute',
  'volumeBy',
  'fullscreen',
  'keys',
])

function executeCommand(player: PlayerController, command: PlayerCommand): [PlayerActionIcon, string] | null {
  const state = player.store.get()
  switch (command.do) {
    case 'togglePlay':
      void player.togglePlay()
      if (state.adState === 'on') return null
      return state.paused ? ['play', said.play] : ['pause', said.paused]
    case 'seekBy':
      return seekAndGetFeedback(player, command.by)
    case 'seekToPart':
      void player.seekTo(command.part * state.duration)
      return ['on', `${command.part * 100}%`]
    case 'volumeBy':
      return changeVolume(player, roundVolume((state.muted ? 0 : state.volume) + command.by))
    case 'mute':
      player.setMuted(!state.muted)
      return state.muted ? ['louder', said.soundOn] : ['muted', said.muted]
    case 'rate':
      return changePlaybackRate(player, stepPlaybackRate(state.rate, command.way))
    case 'frame':
      void stepFrame(player, command.way)
      return ['frame', command.way > 0 ? said.frameOn : said.frameBack]
    default:
      return runViewCommand(player, command.do)
  }
}

export function seekAndGetFeedback(player: PlayerController, by: number): [PlayerActionIcon, string] {
  void player.seekBy(by)
  return by < 0 ? ['back', said.back({ seconds: -by })] : ['on', said.on({ seconds: by })]
}

function changeVolume(player: PlayerController, volume: number): [PlayerActionIcon, string] {
  const before = player.store.get().volume
  player.setVolume(volume)
  return [
    volume === 0 ? 'muted' : volume < before ? 'quieter' : 'louder',
    said.volume({ percent: Math.round(volume * 100) }),
  ]
}

function changePlaybackRate(player: PlayerController, rate: number): [PlayerActionIcon, string] {
  player.setRate(rate)
  return ['rate', rate === 1 ? said.normalSpeed : said.speed({ rate })]
}

async function stepFrame(player: PlayerController, direction: 1 | -1) {
  player.pause()
  const video = player.element()
  const rate = await player.frameRate()
  // Set `currentTime` directly, because the player's own seeking rounds positions to 0.1 s, which is longer
  // than a frame.
  if (video) video.currentTime = Math.max(0, video.currentTime + direction / rate)
}

function runViewCommand(
  player: PlayerController,
  commandName: PlayerDisplayCommand,
): [PlayerActionIcon, string] | null {
  const state = player.store.get()
  if (commandName === 'keys') player.showKeys(!state.shortcutsVisible)
  if (commandName === 'fullscreen') void player.toggleFullscreen()
  if (commandName === 'pip') void player.togglePip()
  if (commandName === 'captions')
    return player.toggleCaptions() ? ['view', said.captionsOn] : ['view', said.captionsOff]
  if (commandName !== 'theatre' || !player.canTheatre()) return null
  player.toggleTheatre()
  return ['view', state.theatre ? said.theatreOff : said.theatre]
}
