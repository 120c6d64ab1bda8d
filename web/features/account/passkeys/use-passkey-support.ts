import { useSyncExternalStore } from 'react'

/** Whether this browser has passkeys for the address it is at. On the server, and without script: no. */
export function usePasskeySupport(): boolean {
  return useSyncExternalStore(never, arePasskeysSupported, () => false)
}

const never = () => () => {}

/** A bare IP address is nobody's name, so that no passkey can be for it (WebAuthn, level 3, 5.1.3). */
function arePasskeysSupported(): boolean {
  const isBare = /^[\d.]+$|^\[/.test(location.hostname)
  return isSecureContext && typeof globalThis.PublicKeyCredential === 'function' && !isBare
}
