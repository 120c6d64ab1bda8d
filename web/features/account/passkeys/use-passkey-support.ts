import { useSyncExternalStore } from 'react'

/**
 * Returns whether this browser supports passkeys on the current host name. Returns false on the server and
 * without JavaScript.
 */
export function usePasskeySupport(): boolean {
  return useSyncExternalStore(subscribeToNothing, arePasskeysSupported, () => false)
}

const subscribeToNothing = () => () => {}

/**
 * Returns whether the browser supports passkeys and the host of the page is a domain name. Passkeys do not
 * work on bare IP addresses (WebAuthn Level 3, 5.1.3).
 */
function arePasskeysSupported(): boolean {
  const isBare = /^[\d.]+$|^\[/.test(location.hostname)
  return isSecureContext && typeof globalThis.PublicKeyCredential === 'function' && !isBare
}
