/**
 * Remembers the last button press or form submission in an element whose code is still being loaded. The returned
 * function repeats it, and must be called when the code has been loaded. Links, and the text that the user types,
 * work without the code.
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
      const button = element.contains(target) && target.closest('button')
      if (!button || button.form) return
      // Otherwise, the browser would open a menu at once, and the repeated press would close it.
      if (button.popoverTargetElement) event.preventDefault()
      repeat = () => button.click()
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
  // A press that React does not stop was handled: the button was already hydrated.
  addEventListener('click', ({ defaultPrevented }) => defaultPrevented || (repeat = undefined), {
    signal: loaded.signal,
  })
  return () => {
    loaded.abort()
    repeat?.()
  }
}
