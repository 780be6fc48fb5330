import type { AuditedCall, Walk, World } from './world.ts'

const calls: Record<string, [method: AuditedCall['method'], path: string, body?: object]> = {
  'webhook.updated': ['PUT', '', { active: false }],
  'webhook.deleted': ['DELETE', ''],
  'webhook.secret_rotated': ['POST', '/rotate_secret'],
  'webhook.tested': ['POST', '/test'],
  'webhook.replayed': ['POST', '/replay', {}],
  'webhook.delivered_now': ['POST', '/deliver_now'],
}

const record = { name: 'A', url: 'https://receiver.example.com/', event_types: ['scomp'] }

export const webhookWalk: Walk = {
  'webhook.created': ({ a }: World) => ({ method: 'POST', path: 'webhooks', body: record, as: a }),
  ...Object.fromEntries(
    Object.entries(calls).map(([kind, [method, path, body]]): [string, Walk[string]] => [
      kind,
      async ({ send, a }) => {
        const { data } = await send('POST', 'webhooks', record, a)
        return { method, path: `webhooks/${data.id}${path}`, body, as: a }
      },
    ]),
  ),
}
