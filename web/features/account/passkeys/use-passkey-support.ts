import { useSyncExternalStore } from 'react'

/** Whether this browser supports passkeys for the current address. False on the server and without JavaScript. */
export function usePasskeySupport(): boolean {
  return useSyncExternalStore(subscribeToNothing, arePasskeysSupported, () => false)
}

const subscribeToNothing = () => () => {}

/** Passkeys need a domain name; a bare IP address is not one (WebAuthn, level 3, 5.1.3). */
function arePasskeysSupported(): boolean {
  const isBare = /^[\d.]+$|^\[/.test(location.hostname)
  return isSecureContext && typeof globalThis.PublicKeyCredential === 'function' && !isBare
}
