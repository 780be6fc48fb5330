import { connect } from '../../src/database/driver/connection.ts'
import { createTrackingTokens } from '../../src/links/token.ts'
import { openSecrets } from '../../src/secrets/ring.ts'

type Path = (call: number) => string

/**
 * Links of a campaign that has been sent to a list.
 * @param reader of a call.
 * @returns what is visited, its path, and what Quiver answers.
 */
export async function visitsOf(
  ownerUrl: string,
  secretKey: string,
  { listId, reader }: { listId: number; reader: (call: number) => number },
): Promise<[name: string, path: Path, status: number][]> {
  const database = connect(ownerUrl, { max: 1, applicationName: 'bench' })
  const [campaign] = await database<{ id: number }[]>`
    insert into campaigns (organization_id, mailing_list_id, name, state, has_dispatch, begins_at, started_at, finished_at)
    values (1, ${listId}, 'News', 'finished', true, now(), now(), now()) returning id`
  const sourceId = campaign?.id ?? 0
  const [link] = await database<{ id: number }[]>`
    insert into tracked_links (organization_id, campaign_id, url)
    values (1, ${sourceId}, 'https://example.com/') returning id`
  await database.end()
  const tokens = createTrackingTokens(openSecrets(secretKey))
  const ref = { organizationId: 1, listId, source: 'campaign' as const, sourceId }
  const of = (call: number) => ({ ...ref, subscriberId: reader(call) })
  return [
    ['an open', (call) => `/o/${tokens.write({ ...of(call), kind: 'open' })}`, 200],
    ['a click', (call) => `/c/${tokens.write({ ...of(call), kind: 'click', linkId: link?.id ?? 0 })}`, 302],
  ]
}
