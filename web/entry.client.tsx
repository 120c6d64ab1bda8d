import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

// When the user navigates away, the requests for pending loader data are aborted. The router does not handle
// the resulting promise rejections. Ignore them, because they are not errors.
addEventListener('unhandledrejection', (event) => {
  if (event.reason instanceof DOMException && event.reason.name === 'AbortError') event.preventDefault()
})

startTransition(() => {
  hydrateRoot(document, <HydratedRouter />)
})
