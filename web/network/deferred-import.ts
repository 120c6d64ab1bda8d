/** A dynamic import that waits for `start`. */
export interface DeferredImport<Code> {
  load: () => Promise<Code>
  start: () => void
}

const interactions = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'scroll'] as const

/**
 * Delays a dynamic import until the user first interacts with the page, or until something calls `start`. Parts of
 * a page that the server has rendered and that need no script to be read are loaded in this way, so that they do
 * not delay the video. A page that is opened by client-side navigation loads such parts at once.
 */
export function deferUntilInteraction<Code>(load: () => Promise<Code>): DeferredImport<Code> {
  let start!: () => void
  const started = new Promise<void>((resolve) => (start = resolve))
  if (!import.meta.env.SSR) {
    // The server's HTML is only on the screen until hydration, which deletes `pressedEarly`.
    if (!window.pressedEarly) start()
    for (const name of interactions)
      addEventListener(name, start, { once: true, passive: true, capture: true })
  }
  let loading: Promise<Code> | undefined
  return { load: () => (loading ??= started.then(load)), start }
}
