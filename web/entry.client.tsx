import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

// When the user navigates away, pending loader data is aborted, and the router leaves the promises'
// rejections unhandled. They are not errors, so ignore them.
addEventListener('unhandledrejection', (event) => {
  if (event.reason instanceof DOMException && event.reason.name === 'AbortError') event.preventDefault()
})

startTransition(() => {
  hydrateRoot(document, <HydratedRouter />)
})
