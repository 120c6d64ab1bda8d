/**
 * Remembers the last button press or form submission in an element whose code is still being loaded. The returned
 * function repeats it, and must be called when the code has been loaded. Links, and the text that the user types,
 * work without the code. Links with the attribute `data-repeat` wait for it, because they change only a part of the
 * page, and the browser would load the whole page again.
 */
export function rememberEarlyAction(element: HTMLElement): () => void {
  let repeat: (() => void) | undefined
  const loaded = new AbortController()
  const options = { capture: true, signal: loaded.signal }
  // React stops the propagation of events in elements that it has not hydrated yet, so `element` would not receive
  // them.
  addEventListener(
    'click',
    (event) => {
      const target = event.target as Element
      if (!element.contains(target) || event.ctrlKey || event.metaKey) return
      const link = target.closest<HTMLElement>('a[data-repeat]')
      const button = target.closest('button')
      if (button?.form) return
      // Otherwise, the browser would open a menu at once, and the repeated press would close it.
      if (link || button?.popoverTargetElement) event.preventDefault()
      const pressed = link ?? button
      if (pressed) repeat = () => pressed.click()
    },
    options,
  )
  addEventListener(
    'submit',
    (event) => {
      const form = event.target as HTMLFormElement
      if (!element.contains(form)) return
      event.preventDefault()
      repeat = () => form.requestSubmit(event.submitter)
    },
    options,
  )
  return () => {
    loaded.abort()
    repeat?.()
  }
}
