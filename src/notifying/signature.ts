import { createHmac } from 'node:crypto'

/**
 * Signature headers of Standard Webhooks (https://www.standardwebhooks.com), for which most languages have libraries.
 * @param secret from `newWebhookSecret`
 * @param request.id the same for every attempt of a request
 * @param request.timestamp UNIX seconds of this attempt
 */
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
