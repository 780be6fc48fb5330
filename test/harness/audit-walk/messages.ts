import type { Walk, World } from './world.ts'

const record = { to: 'ann@example.com', from_email: 'shop@example.com', text: 'Thanks.' }

async function newMessage({ send, a }: World): Promise<string> {
  const { data } = await send('POST', 'messages', { ...record, send_at: tomorrow() }, a)
  return `messages/${data.id}`
}

function tomorrow(): string {
  return new Date(Date.now() + 86_400_000).toISOString()
}

async function newStream({ send, a }: World): Promise<string> {
  const { data } = await send('POST', 'message_streams', { name: 'Receipts' }, a)
  return `message_streams/${data.id}/suppressions`
}

const suppressed = { email: 'ann@example.com' }

export const messageWalk: Walk = {
  'message.created': ({ a }) => ({ method: 'POST', path: 'messages', body: record, as: a }),
  'message.created several': ({ a }) => ({
    method: 'POST',
    path: 'messages/batch',
    body: { messages: [record, record] },
    as: a,
  }),
  'message.cancelled': async (world) => ({
    method: 'POST',
    path: `${await newMessage(world)}/cancel`,
    as: world.a,
  }),
  'message.resent': async (world) => {
    const path = await newMessage(world)
    await world.send('POST', `${path}/cancel`, undefined, world.a)
    return { method: 'POST', path: `${path}/resend`, as: world.a }
  },
  'message_stream.suppressed': async (world) => ({
    method: 'POST',
    path: await newStream(world),
    body: suppressed,
    as: world.a,
  }),
  'message_stream.unsuppressed': async (world) => {
    const path = await newStream(world)
    await world.send('POST', path, suppressed, world.a)
    return { method: 'DELETE', path: `${path}/ann@example.com`, as: world.a }
  },
}
