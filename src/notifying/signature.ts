import { createHmac } from 'node:crypto'

/** Standard Webhooks (https://www.standardwebhooks.com). `id` is the same for every attempt; `timestamp`: UNIX time. */
export function signatureHeaders(
  secret: string,
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
): Record<string, string> {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${signature}`,
  }
}
