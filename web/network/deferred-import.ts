/** A dynamic import that does not begin until `start` is called. */
export interface DeferredImport<Code> {
  load: () => Promise<Code>
  start: () => void
}

const interactions = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'scroll'] as const

/**
 * Delays a dynamic import until the user first interacts with the page, or until something calls `start`. Use
 * this function for the code of server-rendered parts that people can read without JavaScript, so that this
 * code does not delay the video. After a client-side navigation, the code is loaded immediately.
 */
export function deferUntilInteraction<Code>(load: () => Promise<Code>): DeferredImport<Code> {
  let start!: () => void
  const started = new Promise<void>((resolve) => (start = resolve))
  if (!import.meta.env.SSR) {
    // `pressedEarly` exists only until hydration, while the page still consists of the server's HTML.
    if (!window.pressedEarly) start()
    for (const name of interactions)
      addEventListener(name, start, { once: true, passive: true, capture: true })
  }
  let loading: Promise<Code> | undefined
  return { load: () => (loading ??= started.then(load)), start }
}
