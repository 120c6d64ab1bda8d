/**
 * Remembers the last button press or form submission in an element whose code is still being loaded. The
 * returned function repeats that press or submission, and must be called when the code has been loaded. Links
 * work, and the user can type text, even before the code has been loaded. A form must ignore a submission
 * while it is busy, because the same submission can arrive twice.
 */
export function recordInteractionForReplay(element: HTMLElement): () => void {
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
      // Without `preventDefault`, the browser would open a menu immediately, and the repeated press would
      // close it.
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
  // Ctrl+Enter in a text box submits its form.
  addEventListener(
    'keydown',
    ({ key, ctrlKey, metaKey, target }) => {
      const form = target instanceof HTMLTextAreaElement && element.contains(target) && target.form
      if (form && key === 'Enter' && (ctrlKey || metaKey)) repeat = () => form.requestSubmit()
    },
    options,
  )
  // If React lets the click through, the button was already hydrated and has handled the click.
  addEventListener('click', ({ defaultPrevented }) => defaultPrevented || (repeat = undefined), {
    signal: loaded.signal,
  })
  return () => {
    loaded.abort()
    repeat?.()
  }
}
