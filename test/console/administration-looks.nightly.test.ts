import { test } from 'vitest'
import { createClient } from '../../src/client/api.ts'
import { setSendingCredits } from '../../src/contract/accounting/credits.ts'
import { updateOrganization } from '../../src/contract/organizations/endpoints.ts'
import { createUser } from '../../src/contract/users/endpoints.ts'
import { createWebhook } from '../../src/contract/webhooks.ts'
import { lookAt } from '../harness/browser/looks.ts'
import { aLoggedInPage } from '../harness/browser/page.ts'
import { describeInBrowser } from '../harness/browser/worker.ts'
import { aServer, type Server } from '../harness/core/server.ts'

/** An organization with something on each page. */
async function aBusyServer(): Promise<{ server: Server; benId: number }> {
  const server = await aServer()
  const { organizationId } = server.a
  const own = createClient({ url: server.url, credential: server.a.credential })
  const system = createClient({ url: server.url, credential: server.system.credential })
  const params = { organization_id: organizationId }
  await system.call(updateOrganization, { params, body: { sending_quota: { mode: 'fixed_credits' } } })
  await system.call(setSendingCredits, { params: { id: organizationId }, body: { credits: 91_200 } })
  const body = { name: 'Shop', url: 'https://receiver.example.com/quiver', event_types: ['scomp' as const] }
  await own.call(createWebhook, { body })
  const person = {
    full_name: 'Ben Sender',
    email: 'ben@example.com',
    active: true,
    role: 'standard' as const,
  }
  const { data: ben } = await own.call(createUser, {
    body: { ...person, permissions: { subscriber: ['read', 'import'] } },
  })
  const sql = server.sql.within(organizationId)
  await sql`
    insert into webhook_deliveries
      (organization_id, webhook_id, delivery_id, event_ids, event_types, duration_ms, status, answer, error)
    select organization_id, id, 'd' || n, array[n], '{scomp}', 93 * n, case n when 1 then 200 when 2 then 503 end,
      case n when 2 then 'upstream connect error' else '' end,
      case n when 2 then 'receiver.example.com answered 503 Service Unavailable.' when 3 then
        'receiver.example.com did not answer within 10 s.' else '' end
    from webhooks, generate_series(1, 3) n`
  await sql`
    insert into webhook_events (organization_id, webhook_id, event_type, payload, dead_at, last_error)
    select organization_id, id, 'scomp', '{"event_type": "scomp"}', now(), 'receiver.example.com answered 404 Not Found.'
    from webhooks`
  return { server, benId: ben.id }
}

describeInBrowser('every page of administration', () => {
  test('is accessible and fits', async () => {
    const { server, benId } = await aBusyServer()
    const { organizationId } = server.a
    const own = await aLoggedInPage(server)
    const at = (path: string) => `/console/o/${organizationId}/settings/${path}`
    const ofOrganization: [path: string, heading: string | RegExp, seen: string | RegExp][] = [
      ['users', 'Users', 'Ben Sender'],
      ['users/new', 'Invite somebody', 'Send the invitation'],
      [`users/${benId}`, 'Ben Sender', 'What they may do'],
      ['keys', 'API keys', 'Everything in this organization'],
      ['keys/new', 'New key', 'Create the key'],
      [`keys/${server.a.apiKeyId}`, 'test', 'Create a new value'],
      ['webhooks', 'Webhooks', 'Shop'],
      ['webhooks/new', 'New webhook', 'Create the webhook'],
      ['webhooks/1', 'Shop', 'upstream connect error'],
      ['routes', 'Routes', 'The route of the server'],
      ['audit', 'Audit log', 'Invited a user'],
      ['organization', 'Organization', 'Below the content'],
    ]
    for (const [path, heading, seen] of ofOrganization) {
      await own.page.goto(at(path))
      await own.page.getByRole('heading', { name: heading, level: 1, exact: true }).waitFor()
      await own.page.getByText(seen).filter({ visible: true }).first().waitFor()
      await lookAt(own.page, path.replaceAll('/', '-'))
    }
    const system = await aLoggedInPage(server, { role: 'system_admin' }, { organizationId: 1 })
    const ofSystem: [path: string, seen: string | RegExp][] = [
      ['organizations', 'Prepaid credits'],
      ['organizations/new', 'Create the organization'],
      [`organizations/${organizationId}`, 'Prepaid credits: 91,200'],
      [`organizations/${organizationId}?part=limits`, 'Save the limits'],
      [`organizations/${organizationId}?part=permissions`, 'Save the permissions'],
      [`organizations/${organizationId}?part=brake`, 'Save the brake'],
      ['jobs', 'Nothing is running'],
      ['health', 'Queues'],
    ]
    for (const [path, seen] of ofSystem) {
      await system.page.goto(`/console/system/${path}`)
      await system.page.getByText(seen).filter({ visible: true }).first().waitFor()
      await lookAt(system.page, `system-${path.replaceAll(/[/?=]/g, '-')}`)
    }
  })
})
