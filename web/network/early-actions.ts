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
    ({ target }) => {
      const button = element.contains(target as Node) && (target as Element).closest('button')
      if (button && !button.form) repeat = () => button.click()
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
