import type { Walk, World } from './world.ts'

const record = { domain: 'a.example' }

async function made({ send, a }: World): Promise<string> {
  const { data } = await send('POST', 'sender_domains', record, a)
  return `sender_domains/${data.id}`
}

export const senderDomainWalk: Walk = {
  'sender_domain.created': ({ a }) => ({ method: 'POST', path: 'sender_domains', body: record, as: a }),
  'sender_domain.deleted': async (world) => ({ method: 'DELETE', path: await made(world), as: world.a }),
  'sender_domain.deleted by a system administrator': async (world) => ({
    method: 'DELETE',
    path: `organizations/${world.a.organizationId}/${await made(world)}`,
    as: world.system,
    organizationId: world.a.organizationId,
  }),
}
