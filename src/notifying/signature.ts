import { createHmac } from 'node:crypto'

/**
 * The headers by which a receiver verifies a request, as Standard Webhooks (https://www.standardwebhooks.com) defines
 * them: libraries that verify them exist for most languages.
 * @param secret as `newWebhookSecret` returned it
 * @param request.id the same each time the same request is sent again
 * @param request.timestamp UNIX seconds: the time of this attempt
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
