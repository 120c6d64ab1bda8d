import { z } from 'zod'
import { isLoopbackHostname } from '#contract/loopback-hostname.ts'

/**
 * The push services of Chrome, Edge, Firefox and Safari. The browser tells the server the URL for its push
 * messages, and the server must not send requests to any URL that a client chooses. The server therefore
 * accepts only URLs of the push services in the `PUSH_SERVICES` setting (decisions/056).
 */
const defaultPushServices = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
] as const

/**
 * The `PUSH_SERVICES` setting: host names, `*.` followed by a domain, `off`, or, for tests, the origin of a
 * service on this machine. IP addresses are invalid.
 */
export const pushServicesSetting = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .refine(
    (names) => names.every((name) => name === 'off' || isLocalOrigin(name) || hostPattern.test(name)),
    'must be host names (such as fcm.googleapis.com, *.push.apple.com) or off',
  )
  .transform((names) => names.filter((name) => name !== 'off'))
  .default([...defaultPushServices])

const hostPattern = /^(\*\.)?([a-z\d-]+\.)+[a-z][a-z\d-]*[a-z]$/

/** Returns whether the server may send push messages to this URL. */
export function isAllowedPushEndpoint(endpoint: string, services: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, origin, hostname, port, username, password } = new URL(endpoint)
  if (username || password) return false
  return services.some((service) => {
    if (isLocalOrigin(service)) return origin === service
    if (protocol !== 'https:' || port) return false
    return service.startsWith('*.') ? hostname.endsWith(service.slice(1)) : hostname === service
  })
}

function isLocalOrigin(service: string): boolean {
  if (!service.startsWith('http://') || !URL.canParse(service)) return false
  const { origin, hostname } = new URL(service)
  return origin === service && isLoopbackHostname(hostname)
}
