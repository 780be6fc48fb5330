import { onTestFinished } from 'vitest'
import { campaignRoutes } from '../../../../src/http/campaigns/routes.ts'
import { allCampaignsRoutes } from '../../../../src/http/campaigns/all-lists.ts'
import { campaignReportRoutes } from '../../../../src/http/campaigns/reports.ts'
import { databaseConnectionRoutes } from '../../../../src/http/resources/database-connections.ts'
import { mailingListRoutes } from '../../../../src/http/lists/routes.ts'
import { remoteQueryRoutes } from '../../../../src/http/lists/remote-query.ts'
import { defaultRemote, type RemoteEnvironment } from '../../../../src/sending/environment.ts'
import type { DatabaseTarget, RemoteLimits } from '../../../../src/outbound/databases/target.ts'
import { anApi } from '../../core/api.ts'
import { until } from '../../core/until.ts'
import { startSenders } from '../../sending/sender.ts'
import { stateOf, statsOf } from '../../sending/world.ts'
import { startSmtpSink, type SinkOptions } from '../../smtp/sink.ts'

/** Times that a test can wait for, on a machine with other work. */
const testLimits: RemoteLimits = { ...defaultRemote.rules.limits, connectSeconds: 30 }

export function remoteFor(
  { host, port }: Pick<DatabaseTarget, 'host' | 'port'>,
  changes: { limits?: Partial<RemoteLimits>; rowsMax?: number; retrySeconds?: number[] } = {},
): RemoteEnvironment {
  const { limits, ...others } = changes
  return {
    rules: { allow: [`${host}:${port}`], own: [], limits: { ...testLimits, ...limits } },
    rowsMax: 100_000,
    retrySeconds: [],
    ...others,
  }
}

type StartChanges = Partial<Parameters<typeof startSenders>[1]> & { api?: Parameters<typeof startSenders>[0] }

/** The attributes of a connection to the target in calls. */
export function connectionInput({ databaseName, tlsCa, ...target }: DatabaseTarget) {
  return { ...target, name: 'Warehouse', database_name: databaseName, tls_ca: tlsCa }
}

/** A remote list of the System Organization with a connection to `target`, and a mail server. */
export async function aRemoteWorld(
  target: DatabaseTarget,
  {
    remote = remoteFor(target),
    sinkOptions = {},
    routes = () => {},
  }: {
    remote?: RemoteEnvironment
    sinkOptions?: SinkOptions
    routes?: Parameters<typeof anApi>[number]
  } = {},
) {
  const api = await anApi(
    campaignRoutes,
    allCampaignsRoutes,
    campaignReportRoutes,
    mailingListRoutes,
    (route, secrets) => {
      databaseConnectionRoutes(route, { secrets, rules: remote.rules })
      remoteQueryRoutes(route, { secrets, rules: remote.rules })
      routes(route, secrets)
    },
  )
  const call = <Data>(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) =>
    api.call<Data>(method, path, body, api.system)
  const made = async (path: string, body: object): Promise<number> => {
    const answer = await call<{ id: number }>('POST', path, body)
    if (answer.status !== 200) throw new Error(answer.body.error_message ?? 'refused')
    return answer.body.data.id
  }
  const connectionId = await made('database_connections', { database_connection: connectionInput(target) })
  const listId = await made('mailing_lists', {
    mailing_list: { name: 'Customers', is_remote_list: true, database_connection_id: connectionId },
  })
  const sink = await startSmtpSink(sinkOptions)
  onTestFinished(() => sink.stop())
  return {
    api,
    sql: api.sql,
    call,
    connectionId,
    listId,
    sink,
    /** `api`: another way to its database. */
    start: ({ api: by = api, ...changes }: StartChanges = {}) =>
      startSenders(by, { smtpUrl: sink.url, remote, ...changes }),
    begin: (query: string, campaign: object = {}): Promise<number> =>
      made(`mailing_lists/${listId}/campaigns`, {
        campaign: {
          name: 'News',
          segmentation_criteria_remote_sql: query,
          contents: [{ subject: 'For %%first_name%%', format: 'text', text: 'Good day, %%first_name%%.' }],
          dispatch_attributes: { from_email: 'news@example.com', begins_at: 'now' },
          ...campaign,
        },
      }),
    stateOf: (id: number) => stateOf(api.sql, id),
    statsOf: (id: number) => statsOf(api.sql, id),
    ended: async (id: number) => {
      await until(async () => ['finished', 'failed'].includes((await stateOf(api.sql, id)).state), {
        seconds: 60,
      })
      return stateOf(api.sql, id)
    },
    queryOf: async (id: number) => {
      const [row] = await api.sql<Record<string, unknown>[]>`
        select to_jsonb(columns) as columns, rows_read, duplicates, invalid_emails, invalid_distinct_ids, too_long, left_before
        from remote_queries where campaign_id = ${id}`
      return row
    },
    addressed: () => sink.messages.map(({ to }) => to).toSorted(),
  }
}
