import { clientIdOf } from '../../../src/actions/users/assistants/clients.ts'
import { insertSetUpToken } from '../../../src/store/users/set-up.ts'
import { aUserWithPassword, password } from '../records/log-in.ts'
import { aSession } from '../records/sessions.ts'
import type { AuditedCall, Walk, World } from './world.ts'

const path = 'sessions/current/organization'

export const ownAccountWalk: Walk = {
  'user.updated by the user': async (world) => ({
    method: 'PUT',
    path: 'users/current',
    body: { full_name: 'Bo' },
    as: await aSession(world, world.a.organizationId),
  }),
  'user.password_set by the user': async (world) => ({
    method: 'PUT',
    path: 'users/current',
    body: { password: 'staple battery horse moon', current_password: password },
    as: await aSession(world, world.a.organizationId, await aUserWithPassword(world)),
    // The try is counted in a transaction before the check.
    isChange: false,
  }),
  'user.passkey_renamed': async (world) => ({
    method: 'PUT',
    ...(await aPasskey(world)),
    body: { name: 'B' },
  }),
  'user.passkey_removed': async (world) => ({ method: 'DELETE', ...(await aPasskey(world)) }),
  'user.assistant_ended': async (world) => {
    const as = await aSession(world, world.a.organizationId)
    const [row] = await world.sql<{ id: number }[]>`
      insert into assistant_grants (organization_id, user_id, client_sha256, client_name, redirect_uri, code_challenge,
        may_change, has_second_factor, expires_at)
      values (${as.organizationId}, ${as.userId}, '', 'A', 'https://a.example.com', 'a', true, false, now() + interval '1 day')
      returning id`
    return { method: 'DELETE', path: `users/current/assistant_grants/${row?.id}`, as }
  },
  'user.assistant_connected': async (world) => ({
    method: 'POST',
    path: 'users/current/assistant_grants',
    body: {
      client_id: clientIdOf(world.secrets, { name: 'A', redirectUris: ['https://a.example.com/'] }),
      redirect_uri: 'https://a.example.com/',
      response_type: 'code',
      code_challenge: 'a'.repeat(43),
      code_challenge_method: 'S256',
    },
    as: await aSession(world, world.a.organizationId),
  }),
  'user.set_up': async ({ sql }) => ({
    method: 'POST',
    path: 'set_up',
    body: {
      token: await sql.begin(insertSetUpToken),
      full_name: 'Ann',
      email: 'ann@example.com',
      password,
      organization_name: 'Ann Ltd',
      time_zone_name: 'UTC',
    },
    as: null,
    organizationId: 1,
    // The try is counted in a transaction before the check.
    isChange: false,
  }),
  'organization.entered': async (world) => ({
    method: 'POST',
    path,
    body: { organization_id: world.a.organizationId },
    as: await aSystemSession(world),
    organizationId: world.a.organizationId,
  }),
  'organization.left': async (world) => {
    const as = await aSystemSession(world)
    await world.send('POST', path, { organization_id: world.a.organizationId }, as)
    return { method: 'DELETE', path, as, organizationId: world.a.organizationId }
  },
}

function aSystemSession(world: World) {
  return aSession(world, 1, { role: 'system_admin' })
}

async function aPasskey(world: World): Promise<Pick<AuditedCall, 'path' | 'as'>> {
  const as = await aSession(world, world.a.organizationId)
  const [row] = await world.sql<{ id: number }[]>`
    insert into user_passkeys (organization_id, user_id, name, credential_id, public_key)
    values (${as.organizationId}, ${as.userId}, 'A', 'a', '') returning id`
  return { path: `users/current/passkeys/${row?.id}`, as }
}
