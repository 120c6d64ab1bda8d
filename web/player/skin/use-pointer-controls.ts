import { type FocusEvent, type MouseEvent, type PointerEvent, useRef } from 'react'
import { defaultSkipSeconds } from '../core/playback-adjustments.ts'
import { performPlayerCommand } from '../core/commands/perform-command.ts'
import { loadPlayerControls } from './controls-loader.ts'
import { usePlayer } from './use-player.ts'

const doubleTapMs = 300

/**
 * Handles mouse and touch input on the player's picture. A click plays or pauses the video. A double click
 * turns full screen on or off. A tap shows or hides the controls. A double tap on the left or right third of
 * the picture skips 10 s backwards or forwards.
 */
export function usePointerControls() {
  const player = usePlayer()
  const last = useRef({ at: 0, third: '' })
  // A dblclick event does not contain the pointer type, but the preceding pointerdown event does.
  const isTouch = useRef(false)
  const state = () => player.store.get()

  const warmUp = () => {
    player.warmUp()
    loadPlayerControls().catch(() => {})
  }
  const tap = (event: MouseEvent) => {
    const third = getTappedThird(event)
    const twice = event.timeStamp - last.current.at < doubleTapMs && last.current.third === third
    last.current = { at: event.timeStamp, third }
    if (twice && third !== 'middle')
      return performPlayerCommand(player, {
        do: 'seekBy',
        by: third === 'left' ? -defaultSkipSeconds : defaultSkipSeconds,
      })
    if (state().controlsVisible) player.idle.leave()
    else player.idle.wake()
  }
  return {
    onPointerMove: (event: PointerEvent) => event.pointerType === 'mouse' && player.idle.wake(),
    onPointerLeave: (event: PointerEvent) => event.pointerType === 'mouse' && player.idle.leave(),
    onPointerDown: (event: PointerEvent) => (isTouch.current = event.pointerType === 'touch'),
    onPointerEnter: warmUp,
    onClick(event: MouseEvent<HTMLElement>) {
      if (!isOnPicture(event) || !(state().started || state().adState === 'on')) return
      if (isTouch.current) return tap(event)
      performPlayerCommand(player, { do: 'togglePlay' })
    },
    onDoubleClick: (event: MouseEvent) => {
      if (isOnPicture(event) && !isTouch.current) performPlayerCommand(player, { do: 'fullscreen' })
    },
    onFocus: (event: FocusEvent) => {
      warmUp()
      player.idle.hold('focus', event.target.matches(':focus-visible'))
    },
    onBlur: (event: FocusEvent<HTMLElement>) => {
      if (!event.currentTarget.contains(event.relatedTarget)) player.idle.hold('focus', false)
    },
  }
}

/** React also reports clicks in portals, which are outside the player's box. */
const isOnPicture = (event: MouseEvent) =>
  event.currentTarget.contains(event.target as Element) &&
  !(event.target as Element).closest('button, a, input, .controls-row, .source-switch, [popover], dialog')

function getTappedThird(event: MouseEvent) {
  const box = event.currentTarget.getBoundingClientRect()
  const part = (event.clientX - box.left) / box.width
  return part < 1 / 3 ? 'left' : part > 2 / 3 ? 'right' : 'middle'
}
