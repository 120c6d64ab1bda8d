import type { Command, ViewChange } from './keys.ts'
import type { Player } from './player.ts'
import type { BubbleSign } from './state.ts'
import { nextRate, volumeStep } from './steps.ts'
import { words } from '#web/words/player.ts'

const { said } = words

/** Does what a key asks, shows it in a bubble and says it. */
export function perform(player: Player, command: Command) {
  player.idle.wake()
  if (player.store.get().interlude === 'on' && !inInterlude.has(command.do)) return
  const news = act(player, command)
  if (news) player.say(...news)
}

/** While something else is on, the video's own keys rest. */
const inInterlude = new Set<Command['do']>(['togglePlay', 'mute', 'volumeBy', 'fullscreen', 'keys'])

function act(player: Player, command: Command): [BubbleSign, string] | null {
  const state = player.store.get()
  switch (command.do) {
    case 'togglePlay':
      void player.togglePlay()
      if (state.interlude === 'on') return null
      return state.paused ? ['play', said.play] : ['pause', said.paused]
    case 'seekBy':
      return seekBy(player, command.by)
    case 'seekToPart':
      void player.seekTo(command.part * state.duration)
      return ['on', `${command.part * 100}%`]
    case 'volumeBy':
      return volumeTo(player, volumeStep((state.muted ? 0 : state.volume) + command.by))
    case 'mute':
      player.setMuted(!state.muted)
      return state.muted ? ['louder', said.soundOn] : ['muted', said.muted]
    case 'rate':
      return rateTo(player, nextRate(state.rate, command.way))
    case 'frame':
      void stepFrame(player, command.way)
      return ['frame', command.way > 0 ? said.frameOn : said.frameBack]
    default:
      return change(player, command.do)
  }
}

export function seekBy(player: Player, by: number): [BubbleSign, string] {
  void player.seekBy(by)
  return by < 0 ? ['back', said.back(-by)] : ['on', said.on(by)]
}

function volumeTo(player: Player, volume: number): [BubbleSign, string] {
  const before = player.store.get().volume
  player.setVolume(volume)
  return [
    volume === 0 ? 'muted' : volume < before ? 'quieter' : 'louder',
    said.volume(Math.round(volume * 100)),
  ]
}

function rateTo(player: Player, rate: number): [BubbleSign, string] {
  player.setRate(rate)
  return ['rate', rate === 1 ? said.normalSpeed : said.speed(rate)]
}

async function stepFrame(player: Player, way: 1 | -1) {
  player.pause()
  const video = player.element()
  const rate = await player.frameRate()
  // Not on the 0.1 s grid: a frame is finer than that.
  if (video) video.currentTime = Math.max(0, video.currentTime + way / rate)
}

function change(player: Player, what: ViewChange): [BubbleSign, string] | null {
  const state = player.store.get()
  if (what === 'keys') player.showKeys(!state.keysShown)
  if (what === 'fullscreen') void player.toggleFullscreen()
  if (what === 'pip') void player.togglePip()
  if (what === 'captions')
    return player.toggleCaptions() ? ['view', said.captionsOn] : ['view', said.captionsOff]
  if (what !== 'theatre' || !player.canTheatre()) return null
  player.toggleTheatre()
  return ['view', state.theatre ? said.theatreOff : said.theatre]
}
