import { expect, test } from 'vitest'
import { anApi, type Actor, type Api } from '../../harness/core/api.ts'
import { aDnsServer, type DnsServer } from '../../harness/fakes/dns-server.ts'
import { autoresponderRoutes } from '../../../src/http/autoresponders/routes.ts'
import { campaignRoutes } from '../../../src/http/campaigns/routes.ts'
import { templateRoutes } from '../../../src/http/campaigns/templates.ts'
import { mailingListRoutes } from '../../../src/http/lists/routes.ts'
import { bounceEmailRoutes } from '../../../src/http/resources/bounce-emails.ts'
import { dkimKeyRoutes } from '../../../src/http/resources/dkim-keys.ts'
import { senderDomainRoutes } from '../../../src/http/resources/sender-domains.ts'
import { createTxtLookup } from '../../../src/outbound/txt-records.ts'

type Domain = { id: number; domain: string; state: string; dns_name: string; dns_value: string }

async function aWorld() {
  const dns = await aDnsServer()
  const api = await anApi(
    (route) => senderDomainRoutes(route, createTxtLookup([dns.address])),
    dkimKeyRoutes,
    bounceEmailRoutes,
    mailingListRoutes,
    campaignRoutes,
    templateRoutes,
    autoresponderRoutes,
  )
  return { api, dns }
}

async function claim(api: Api, as: Actor, domain: string): Promise<Domain> {
  return (await api.call<Domain>('POST', 'sender_domains', { domain }, as)).body.data
}

async function prove(api: Api, dns: DnsServer, as: Actor, domain: string): Promise<Domain> {
  const claimed = await claim(api, as, domain)
  dns.txt.set(claimed.dns_name, ['v=spf1 -all', claimed.dns_value])
  const { body } = await api.call<Domain>('POST', `sender_domains/${claimed.id}/verify`, {}, as)
  expect(body).toMatchObject({ error_message: null, data: { state: 'proven' } })
  return body.data
}

const refused = (words: string) => ({ status: 422, body: { error_message: expect.stringContaining(words) } })

test('a domain is proven by its TXT record; until then the answer says what is missing', async () => {
  const { api, dns } = await aWorld()
  const claimed = await claim(api, api.a, ' Bücher.Example ')
  expect(claimed).toMatchObject({
    domain: 'xn--bcher-kva.example',
    state: 'pending',
    dns_name: '_quiver.xn--bcher-kva.example',
    dns_value: expect.stringMatching(/^quiver-verification=[0-9a-f]{32}$/),
  })
  const verify = () => api.call<Domain>('POST', `sender_domains/${claimed.id}/verify`)
  expect(await verify()).toMatchObject(refused(`publish the TXT record ${claimed.dns_name}`))
  dns.txt.set(claimed.dns_name, ['quiver-verification=00000000000000000000000000000000'])
  expect(await verify()).toMatchObject(refused(claimed.dns_value))
  dns.isBroken = true
  expect(await verify()).toMatchObject(refused('ESERVFAIL'))
  dns.isBroken = false
  dns.txt.set(claimed.dns_name, [claimed.dns_value])
  expect(await verify()).toMatchObject({
    status: 200,
    body: { data: { state: 'proven', proven_by: 'txt', problem: '' } },
  })
  expect((await api.call('GET', 'sender_domains?domain_contains=xn--')).body.num_records).toBe(1)
  const granted = `organizations/${api.a.organizationId}/sender_domains`
  expect((await api.call('GET', granted, undefined, api.system)).body.num_records).toBe(1)
  const [logged] = await api.sql`select details from audit_events where kind = 'sender_domain.proven'`
  expect(logged).toMatchObject({ details: { domain: 'xn--bcher-kva.example' } })
})

test('a public suffix cannot be claimed', async () => {
  const { api } = await aWorld()
  for (const domain of ['co.uk', 'github.io', 'com.br']) {
    expect(await api.call('POST', 'sender_domains', { domain })).toMatchObject(refused('is a public suffix'))
  }
  expect((await claim(api, api.a, 'shop.example.co.uk')).domain).toBe('shop.example.co.uk')
})

test('the first organization to prove a domain owns it and its subdomains; an unpublished DKIM key proves nothing', async () => {
  const { api, dns } = await aWorld()
  const key = await api.call<{ dns_name: string; dns_value: string }>(
    'POST',
    'dkim_keys',
    { domain: 'a.example' },
    api.b,
  )
  await prove(api, dns, api.a, 'a.example')
  const [squatted] = (await api.call<Domain[]>('GET', 'sender_domains', undefined, api.b)).body.data
  expect(squatted).toMatchObject({ domain: 'a.example', state: 'pending' })
  // Even a published record does not take it from the first.
  dns.txt.set(key.body.data.dns_name, [key.body.data.dns_value])
  const verify = await api.call('POST', `sender_domains/${squatted?.id}/verify`, {}, api.b)
  expect(verify).toMatchObject(refused('it is closed to this organization'))
  const below = await claim(api, api.b, 'news.a.example')
  dns.txt.set(below.dns_name, [below.dns_value])
  expect(await api.call('POST', `sender_domains/${below.id}/verify`, {}, api.b)).toMatchObject(
    refused('it is closed to this organization'),
  )
  const everything = JSON.stringify((await api.call('GET', 'sender_domains', undefined, api.b)).body)
  expect(everything).not.toContain(`"organization`)
})

test('the published record of an active DKIM key proves its domain, which the key then holds', async () => {
  const { api, dns } = await aWorld()
  const { body } = await api.call<{ id: number; dns_name: string; dns_value: string }>('POST', 'dkim_keys', {
    domain: 'a.example',
  })
  dns.txt.set(body.data.dns_name, [body.data.dns_value.replace('p=', 'p= ').replace('MII', 'MII ')])
  const [own] = (await api.call<Domain[]>('GET', 'sender_domains')).body.data
  expect(await api.call('POST', `sender_domains/${own?.id}/verify`)).toMatchObject({
    body: { data: { state: 'proven', proven_by: 'dkim' } },
  })
  expect(await api.call('DELETE', `sender_domains/${own?.id}`)).toMatchObject({
    status: 422,
    body: { data: { dependencies: [{ type: 'DkimKey', id: body.data.id }] } },
  })
  await api.call('DELETE', `dkim_keys/${body.data.id}`)
  expect((await api.call('DELETE', `sender_domains/${own?.id}`)).status).toBe(200)
})

test('if two organizations prove a domain at the same moment, one gets it', async () => {
  const { api, dns } = await aWorld()
  const claims = await Promise.all(
    [api.a, api.b].map(async (as) => ({ as, ...(await claim(api, as, 'both.example')) })),
  )
  dns.txt.set(
    '_quiver.both.example',
    claims.map(({ dns_value: value }) => value),
  )
  const answers = await Promise.all(
    claims.map(({ as, id }) => api.call('POST', `sender_domains/${id}/verify`, {}, as)),
  )
  const statuses = answers.map(({ status }) => status)
  expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 422])
})

test('nothing can be saved that would send from a domain of another organization', async () => {
  const { api, dns } = await aWorld()
  await prove(api, dns, api.a, 'a.example')
  const closed = 'which is closed to this organization'
  const made = await api.call<{ id: number }>('POST', 'mailing_lists', { name: 'L' }, api.b)
  const list = `mailing_lists/${made.body.data.id}`
  for (const attribute of ['d_from_email', 'd_sender_email', 'd_reply_to']) {
    const input = { [attribute]: 'ceo@A.example' }
    expect(await api.call('PUT', list, input, api.b)).toMatchObject(
      refused(`${attribute} is at a.example, ${closed}`),
    )
    expect(await api.call('POST', 'mailing_lists', { name: 'M', ...input }, api.b)).toMatchObject(
      refused(closed),
    )
  }
  for (const path of ['campaigns', 'templates']) {
    const input = { name: 'C', dispatch_attributes: { from_email: 'ceo@mail.a.example' } }
    expect(await api.call('POST', `${list}/${path}`, input, api.b)).toMatchObject(
      refused(`dispatch_attributes.from_email is at mail.a.example, ${closed}`),
    )
  }
  const autoresponder = { name: 'R', trigger: 'subscription', from_email: '%%list_name%%@a.example' }
  expect(await api.call('POST', `${list}/autoresponders`, autoresponder, api.b)).toMatchObject(
    refused(closed),
  )
  const granted = `organizations/${api.b.organizationId}/bounce_emails`
  expect(await api.call('POST', granted, { email: 'b@a.example' }, api.system)).toMatchObject(refused(closed))
  // The owner may, and so may all once the proof is deleted.
  expect((await api.call('POST', 'mailing_lists', { name: 'O', d_from_email: 'x@a.example' })).status).toBe(
    200,
  )
  const [own] = (await api.call<Domain[]>('GET', 'sender_domains')).body.data
  const removal = `organizations/${api.a.organizationId}/sender_domains/${own?.id}`
  expect((await api.call('DELETE', removal, undefined, api.system)).status).toBe(200)
  expect((await api.call('PUT', list, { d_from_email: 'x@a.example' }, api.b)).status).toBe(200)
})

test('a domain of the System Organization may be the return path of all, but the sender of none', async () => {
  const { api, dns } = await aWorld()
  await prove(api, dns, api.system, 'operator.example')
  const granted = `organizations/${api.b.organizationId}/bounce_emails`
  const bounces = await api.call('POST', granted, { email: 'b@bounces.operator.example' }, api.system)
  expect(bounces.status).toBe(200)
  const input = { name: 'L', d_from_email: 'x@operator.example' }
  expect(await api.call('POST', 'mailing_lists', input, api.b)).toMatchObject(refused('closed'))
})
