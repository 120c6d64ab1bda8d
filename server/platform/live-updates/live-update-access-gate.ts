import type { LiveUpdateMessage } from './live-updates.ts'

/** Delivers messages to one client, but not while the client's access is being checked. */
export interface LiveUpdateAccessGate {
  deliver(message: LiveUpdateMessage): void
  checkAccess(): Promise<void>
}

/**
 * Creates a gate that holds messages back while `hasAccess` runs, because the viewer might no longer be
 * allowed to see the messages. Once a check finds that the viewer has lost access, the gate calls `onDenied`
 * and never delivers another message. If a check fails (for example because the database is unavailable), the viewer's access
 * stays as it was.
 */
export function createLiveUpdateAccessGate(
  hasAccess: () => Promise<boolean>,
  deliver: (message: LiveUpdateMessage) => void,
  onDenied: () => Promise<void>,
): LiveUpdateAccessGate {
  let unfinishedChecks = 0
  let lastCheck = Promise.resolve()
  const waiting: LiveUpdateMessage[] = []
  const runCheck = async (previousCheck: Promise<void>) => {
    await previousCheck
    const allowed = await hasAccess().catch(() => undefined)
    // The check stays unfinished, so that all later messages are held back too.
    if (allowed === false) return onDenied()
    unfinishedChecks -= 1
    if (unfinishedChecks === 0) for (const message of waiting.splice(0)) deliver(message)
  }
  return {
    deliver(message) {
      if (unfinishedChecks > 0) waiting.push(message)
      else deliver(message)
    },
    // The checks run one after another, so that an older result does not replace a newer one.
    checkAccess() {
      unfinishedChecks += 1
      return (lastCheck = runCheck(lastCheck))
    },
  }
}
