import { bulkChangeJobs, type ChangerSettings } from '../../../src/changing/job.ts'
import type { BulkChangeRecord } from '../../../src/contract/subscribers/bulk-changes.ts'
import type { Database } from '../../../src/database/driver/connection.ts'
import { customFieldRoutes } from '../../../src/http/lists/custom-fields.ts'
import { mailingListRoutes } from '../../../src/http/lists/routes.ts'
import { createPageTokens } from '../../../src/http/route/page-token.ts'
import { segmentRoutes } from '../../../src/http/segments.ts'
import { subscriberRoutes } from '../../../src/http/subscribers/routes.ts'
import { runJobs } from '../../../src/work/jobs/worker.ts'
import { anApi } from '../core/api.ts'
import { until } from '../importing/stories.ts'
import { aList } from '../core/records.ts'

export function changerOf(databaseUrl: string, changes: Partial<ChangerSettings> = {}): ChangerSettings {
  return {
    databaseUrl,
    logLevel: process.env.TLOG ?? 'silent',
    lanes: 1,
    chunkRows: 3,
    sliceSeconds: 5,
    autoSubscriberManagement: true,
    ...changes,
  }
}

/** Runs bulk changes in this process until the condition holds. */
export async function changeUntil(settings: ChangerSettings, isDone: () => Promise<boolean>): Promise<void> {
  const stop = new AbortController()
  const changer = runJobs(settings, [bulkChangeJobs(settings)], stop.signal)
  try {
    await until(isDone)
  } finally {
    stop.abort(new Error('the test is done'))
    await changer
  }
}

export function changeUntilEnded(settings: ChangerSettings, sql: Database): Promise<void> {
  return changeUntil(settings, async () => {
    const rows =
      await sql`select 1 from jobs where kind = 'SubscriberBulkChange' and finished_at is null limit 1`
    return rows.length === 0
  })
}

/** An API with subscribers, lists, fields and segments, and a list of organization A. */
export async function aBulkApi(...routes: Parameters<typeof anApi>) {
  const api = await anApi(
    (route, secrets) => {
      subscriberRoutes(route, createPageTokens(secrets))
      mailingListRoutes(route)
      customFieldRoutes(route)
      segmentRoutes(route)
    },
    ...routes,
  )
  const { organizationId } = api.a
  const listId = await aList(api.sql, organizationId)
  const create = (fields: object, from = listId) =>
    api.call<BulkChangeRecord>('POST', `mailing_lists/${from}/subscriber_bulk_changes`, {
      subscriber_bulk_change: fields,
    })
  const show = async (id: number) =>
    (await api.call<BulkChangeRecord>('GET', `subscriber_bulk_changes/${id}`)).body.data
  return {
    ...api,
    organizationId,
    listId,
    create,
    show,
    /** @returns ids in the order of the people. */
    people: async (to: number, given: readonly object[]): Promise<number[]> => {
      const ids: number[] = []
      for (const subscriber of given) {
        const { status, body } = await api.call<{ id: number }>('POST', `mailing_lists/${to}/subscribers`, {
          subscriber,
        })
        if (status !== 200) throw new Error(String(body.error_message))
        ids.push(body.data.id)
      }
      return ids
    },
    /** Creates a bulk change and runs it to its end. */
    run: async (fields: object, from = listId): Promise<BulkChangeRecord> => {
      const { status, body } = await create(fields, from)
      if (status !== 200) throw new Error(`the bulk change was refused: ${body.error_message}`)
      await changeUntilEnded(changerOf(api.url), api.sql)
      return show(body.data.id)
    },
    /** `address status`, by address. */
    statusesOn: async (list: number): Promise<string[]> => {
      const rows = await api.sql<{ one: string }[]>`
        select coalesce(email, key) || ' ' || status as one from subscribers
        where mailing_list_id = ${list} order by key`
      return rows.map(({ one }) => one)
    },
  }
}

export type BulkApi = Awaited<ReturnType<typeof aBulkApi>>
