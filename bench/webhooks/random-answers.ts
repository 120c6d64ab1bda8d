import { createSeededRandom } from '#tests/support/fixtures/seeded-random.ts'
import type { TestWebhookReceiver } from '#tests/support/servers/webhook-receiver.ts'

/** The share of requests that fail: with status 500, a timeout, a reset connection or a redirect. */
export const failureShare = 0.3

/** Returns random answers, the same in every run. Redirects lead to the canary. */
export function answerAtRandom(canaryUrl: string): TestWebhookReceiver['answer'] {
  const random = createSeededRandom(20)
  const failures = [
    { status: 500, body: 'out of order' },
    'hold',
    'reset',
    { status: 307, headers: { location: canaryUrl } },
  ] as const
  return () => (random() < failureShare ? failures[Math.floor(random() * failures.length)]! : { status: 204 })
}
