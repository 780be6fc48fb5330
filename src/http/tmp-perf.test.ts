import { test } from 'vitest'
import { anApi } from '../../test/harness/api.ts'
import { aField, aList, anAutoresponder } from '../../test/harness/records.ts'
import { openSecrets } from '../secrets.ts'
import { createPageTokens } from './page-token.ts'
import { subscriberRoutes } from './subscribers.ts'
test('perf', async () => {
  const tokens = createPageTokens(openSecrets('x'.repeat(40)))
  const api = await anApi((route) => subscriberRoutes(route, tokens))
  const org = api.a.organizationId
  const listId = await aList(api.sql, org, { has_confirmed: true, has_format: true })
  const keyed = await aList(api.sql, org)
  const fields: number[] = []
  for (let i = 0; i < 20; i += 1) fields.push(await aField(api.sql, org, listId, { name: `Field ${i}` }))
  const keyField = await aField(api.sql, org, keyed, { name: 'Member', required: true })
  await api.sql`update mailing_lists set primary_key_custom_field_id = ${keyField} where id = ${keyed}`
  for (let i = 0; i < 200; i += 1) await aList(api.sql, org)
  const json = Object.fromEntries(fields.map((id) => [id, `value of ${id}`]))
  await api.sql`insert into subscribers (organization_id, mailing_list_id, key, custom_fields)
    select ${org}, ${listId}, 'user' || i || '@example.com', ${api.sql.json(json)} from generate_series(1, 300000) i`
  await api.sql`insert into subscribers (organization_id, mailing_list_id, key, email)
    select ${org}, ${keyed}, 'm' || i, 'User' || i || '@example.com' from generate_series(1, 100000) i`
  await api.sql`insert into subscriber_counts (organization_id, mailing_list_id, active) values (${org}, ${listId}, 300000), (${org}, ${keyed}, 100000)`
  await api.sql`vacuum analyze subscribers`
  for (let i = 0; i < 5; i += 1) await anAutoresponder(api.sql, org, listId, { name: `A${i}` })
  const time = async (name: string, n: number, run: (i: number) => Promise<{ status: number; body: object }>) => {
    await run(-1)
    const t = performance.now()
    let last
    for (let i = 0; i < n; i += 1) last = await run(i)
    console.log(name, ((performance.now() - t) / n).toFixed(2), 'ms', last?.status, JSON.stringify(last?.body).length)
  }
  const { findSubscribers, findReferenced, findSubscriberList } = await import('../store/subscribers.ts')
  const { findFieldRules } = await import('../store/custom-fields.ts')
  const raw = async (name: string, run: () => Promise<unknown>) => {
    await run(); await run()
    const t = performance.now()
    for (let i = 0; i < 20; i += 1) await run()
    console.log('RAW', name, ((performance.now() - t) / 20).toFixed(2))
  }
  const list = await findSubscriberList(api.sql, org, listId)
  await raw('select 1', () => api.sql`select 1`)
  await raw('begin', () => api.sql.begin((sql) => sql`select 1`))
  await raw('rules', () => findFieldRules(api.sql, org, listId))
  await raw('list', () => findSubscriberList(api.sql, org, listId))
  await raw('page', () => findSubscribers(api.sql, org, listId, { offset: 0 }, 501))
  await raw('page token', () => findSubscribers(api.sql, org, listId, { afterId: 100000 }, 501))
  await raw('page deep', () => findSubscribers(api.sql, org, listId, { offset: 299500 }, 501))
  await raw('refs', () => findReferenced(api.sql, org, list, { ids: [], emails: Array.from({ length: 100 }, (_, i) => `user${i * 100 + 1}@example.com`) }))
  const p = `mailing_lists/${listId}/subscribers`
  await time('page 500', 20, () => api.call('GET', `${p}?per_page=500`))
  const inspector = await import('node:inspector/promises')
  const session = new inspector.Session(); session.connect()
  await session.post('Profiler.enable'); await session.post('Profiler.start')
  for (let i = 0; i < 20; i += 1) await api.call('GET', `${p}?per_page=500`)
  const { profile } = await session.post('Profiler.stop')
  const self = new Map<string, number>()
  const dt = profile.timeDeltas ?? []
  const byId = new Map(profile.nodes.map((n) => [n.id, n]))
  profile.samples?.forEach((id, i) => { const n = byId.get(id)!; const k = `${n.callFrame.functionName} ${n.callFrame.url.split('/').slice(-2).join('/')}:${n.callFrame.lineNumber}`; self.set(k, (self.get(k) ?? 0) + (dt[i] ?? 0) / 20000) })
  for (const [k, v] of [...self].sort((a, b) => b[1] - a[1]).slice(0, 14)) console.log('PROF', v.toFixed(1), k)
  await time('page 599 deep', 20, () => api.call('GET', `${p}?per_page=500&page=599`))
  await time('ids 100', 20, () => api.call('GET', `${p}/${Array.from({ length: 100 }, (_, i) => `user${i * 100 + 1}@example.com`).join(',')}`))
  await time('one address', 50, () => api.call('GET', `${p}/user4444@example.com`))
  await time('one address keyed', 50, () => api.call('GET', `mailing_lists/${keyed}/subscribers/user4444@example.com`))
  await time('by email', 50, () => api.call('GET', `subscribers_by_email/user4444@example.com`))
  await time('create', 100, (i) => api.call('POST', p, { email: `new${i}@example.com` }))
  await time('update', 100, (i) => api.call('PUT', `${p}/new${i}@example.com`, { custom_fields: { 'Field 1': 'x' } }))
  await time('delete', 100, (i) => api.call('DELETE', `${p}/new${i}@example.com`))
}, 300_000)
