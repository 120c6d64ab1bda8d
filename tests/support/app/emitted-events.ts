import { setEventListeners, type DomainEvent } from '#server/domain-events.ts'

/** Runs the action without the usual event listeners and returns the domain events that it emitted. */
export async function collectEmittedEvents(act: () => Promise<unknown>): Promise<DomainEvent[]> {
  const received: DomainEvent[] = []
  const previousListeners = setEventListeners([
    async (_, event) => {
      received.push(event)
    },
  ])
  try {
    await act()
  } finally {
    setEventListeners(previousListeners)
  }
  return received
}
