import { expect } from 'vitest'
import { endpoints } from '../../../src/contract/api/endpoints.ts'
import { scrape, valueOf } from '../watching/exposition.ts'
import type { SentCampaign } from './setup.ts'

type Counted = { label: string; value: number }

/** What the server has counted of a real import and a real campaign is what the tables say. */
export async function checkMetrics({ sql, metricsUrl, organization, listId }: SentCampaign): Promise<void> {
  const metrics = await scrape(metricsUrl)
  const compare = (
    name: string,
    rows: readonly Counted[],
    labels: (value: string) => Record<string, string>,
  ) =>
    expect(
      rows.map(({ label }) => [label, valueOf(metrics, name, labels(label))]),
      name,
    ).toEqual(rows.map(({ label, value }) => [label, value]))

  const classes = await sql<Counted[]>`
    select label, value from import_jobs i cross join lateral (values ('added', i.added), ('updated', i.updated),
      ('failed', i.failed), ('skipped_duplicate', i.skipped_duplicate)) c (label, value)
    where i.mailing_list_id = ${listId}`
  expect(classes.find(({ label }) => label === 'added')?.value).toBeGreaterThan(0)
  compare('quiver_import_rows_total', classes, (value) => ({ class: value }))

  // Reports that came later move messages from accepted to bounced in the table.
  const [sums] = await sql<{ handed: number }[]>`
    select count(*) as handed from deliveries where state in ('accepted', 'bounced')`
  const handed = ['accepted', 'bounced'].map(
    (outcome) => valueOf(metrics, 'quiver_messages_total', { source: 'campaign', outcome }) ?? 0,
  )
  expect((handed[0] ?? 0) + (handed[1] ?? 0), 'messages').toBe(sums?.handed)

  const [returned] = await sql<{ value: number }[]>`select count(*) as value from returned_messages`
  const kinds = ['bounce', 'complaint', 'unsubscription']
  const taken = kinds.map((kind) => valueOf(metrics, 'quiver_returned_mail_total', { kind }) ?? 0)
  expect(
    taken.reduce((sum, one) => sum + one, 0),
    'returned mail',
  ).toBe(returned?.value)

  const [brake] = await sql<{ sent: number; bounces: number; complaints: number }[]>`
    select (select sum(n) from unnest(sent) n) as sent, (select sum(n) from unnest(hard_bounces) n) as bounces,
      (select sum(n) from unnest(complaints) n) as complaints
    from sending_brakes where organization_id = ${organization.id}`
  const ofOrganization = { organization: String(organization.id) }
  expect(valueOf(metrics, 'quiver_organization_recent_messages', ofOrganization)).toBe(brake?.sent)
  expect(valueOf(metrics, 'quiver_organization_recent_bounces', ofOrganization)).toBe(brake?.bounces)
  expect(valueOf(metrics, 'quiver_organization_recent_complaints', ofOrganization)).toBe(brake?.complaints)

  const paths = new Set(endpoints.map(({ path }) => path))
  const routes =
    metrics.get('quiver_http_requests_total')?.samples.map(({ labels }) => labels.route ?? '') ?? []
  const ofApi = routes.filter((route) => route.startsWith('/ga/'))
  expect(ofApi.length).toBeGreaterThan(5)
  for (const route of ofApi) expect(paths, route).toContain(route.replace('/ga/api/v2/', ''))
  expect(valueOf(metrics, 'quiver_database_up')).toBe(1)
}
