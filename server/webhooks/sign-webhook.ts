import { Webhook } from 'standardwebhooks'

/**
 * Returns the headers that identify and sign a request (Standard Webhooks). After the secret was rotated, the request has
 * one signature per secret.
 */
export function signWebhook(
  secrets: readonly string[],
  { id, at, body }: { id: string; at: Date; body: string },
): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  }
}
