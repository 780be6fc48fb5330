import { sendingRuleInput } from '../../../src/contract/resources/special-sending-rules.ts'
import type { Sql, Database } from '../../../src/database/driver/connection.ts'
import { sendingRules } from '../../../src/store/sending-rules/rows.ts'

/** A special sending rule of an organization. @returns its id. */
export async function aRule(sql: Database, organizationId: number, attributes: object): Promise<number> {
  const input = sendingRuleInput.parse({ name: `Rule ${(rules += 1)}`, ...attributes })
  return Number(await sql.begin((inside) => sendingRules.insert(inside, organizationId, input)))
}

let rules = 0

/** The hours of a rule: one of UTC, from 0. More than 23 are of the next day. */
export const onlyAt = (hour: number) => ({
  send_from: `${String(hour % 24).padStart(2, '0')}:00`,
  send_until: `${String((hour + 1) % 24).padStart(2, '0')}:00`,
})

/** People whom no clause about recent subscriptions matches. */
export const joinedLongAgo = [
  { type: 'subscriber_date_subscribed', operator: 'is_before', value: '2021-01-01' },
]

/** @param which a condition on `id`. */
export async function letJoinLongAgo(sql: Sql, which: string): Promise<void> {
  await sql.unsafe(`update subscribers set subscribe_time = '2020-05-01T00:00:00Z' where ${which}`)
}

/** What became of each address, in the order of the subscribers: `null` if there is no delivery. */
export async function fates(sql: Sql, campaignId: number) {
  return sql<{ key: string; state: string | null; diagnostic: string | null }[]>`
    select s.key, d.state, d.diagnostic from campaigns c
    join subscribers s on s.organization_id = c.organization_id and s.mailing_list_id = c.mailing_list_id
    left join deliveries d on d.organization_id = c.organization_id and d.campaign_id = c.id and d.subscriber_id = s.id
    where c.id = ${campaignId} order by s.id`
}
