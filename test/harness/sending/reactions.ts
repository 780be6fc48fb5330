import PostalMime from 'postal-mime'
import { onTestFinished } from 'vitest'
import { connect, type Database, type Sql } from '../../../src/database/driver/connection.ts'
import { applicationRole } from '../../../src/database/roles.ts'
import { openSecrets } from '../../../src/secrets/ring.ts'
import {
  defaultPace,
  defaultRemote,
  type CampaignEnvironment,
  type SendingPace,
} from '../../../src/sending/environment.ts'
import type { Mailer } from '../../../src/sending/smtp/mailer.ts'
import { reactionLoop } from '../../../src/sending/reactions.ts'
import { insertOrganization } from '../../../src/store/conditions/system-organization.ts'
import { lapsedReactions } from '../../../src/upkeep/lapsed/reactions.ts'
import { quietLog } from '../core/api.ts'
import { upkeepEnvironment } from '../records/upkeep.ts'
import { adjustCounts } from '../../../src/store/subscribers/counts.ts'
import type { SubscriberStatus } from '../../../src/contract/imports/states.ts'
import { aDatabase } from '../core/database.ts'
import { aMailer, aSink, routeTo } from './mailing.ts'
import { aList, anAutoresponder } from '../core/records.ts'

/** The subject, which identifies the message. */
const content = { content_subject: 'Hello', content_format: 'text', content_text: 'Hello there.' }
const delivery = { d_from_email: 'news@example.com', d_from_name: 'News' }

type Given = { sql: Database; url: string; organizationId: number }

/** An organization whose autoresponders send into a sink. @param given its own database and organization, else new ones. */
export async function aReactor(given?: Given) {
  const { sql, url, organizationId } = given ?? (await anOrganization())
  const sink = await aSink()
  const mailer = await aMailer({ connectionsPerRoute: 5 })
  const database = connect(url, { max: 20, applicationName: 'test sender', role: applicationRole })
  let ended: Promise<void> | undefined
  const end = () => (ended ??= database.end())
  onTestFinished(end)
  const environment = (
    changes: { mailer?: Pick<Mailer, 'send'>; pace?: Partial<SendingPace> } = {},
  ): CampaignEnvironment => ({
    database,
    log: quietLog,
    secrets: openSecrets('0'.repeat(64)),
    mailer: { ...mailer, ...changes.mailer },
    baseUrl: 'https://quiver.example.com',
    worker: 'test',
    findRoutes: () => Promise.resolve(() => routeTo(sink.url)),
    findSigners: () => Promise.resolve(new Map()),
    pace: { ...defaultPace, ...changes.pace },
    remote: defaultRemote,
  })
  return {
    sql,
    organizationId,
    sink,
    environment,
    /** Before the database is given back; otherwise it ends with the test. */
    end,
    list: (attributes: object = {}) => aList(sql, organizationId, { ...delivery, ...attributes }),
    autoresponder: (listId: number, attributes: object = {}) =>
      anAutoresponder(sql, organizationId, listId, { ...content, ...attributes }),
    work: (changes: Parameters<typeof environment>[0] = {}) => sendAll(environment(changes)),
    /** `subject to address`, sorted; clears the list. */
    received: async () => {
      const messages = await Promise.all(sink.messages.splice(0).map(({ raw }) => PostalMime.parse(raw)))
      return messages.map(({ subject, to }) => `${subject} to ${to?.[0]?.address}`).toSorted()
    },
  }
}

export type Reactor = Awaited<ReturnType<typeof aReactor>>

async function anOrganization(): Promise<Given> {
  const { sql, url } = await aDatabase()
  return { sql, url, organizationId: await insertOrganization(sql, 'A', 'UTC') }
}

async function sendAll(env: CampaignEnvironment): Promise<void> {
  const loop = reactionLoop(env)
  const { signal } = new AbortController()
  await lapsedReactions.run(upkeepEnvironment(env.database), signal)
  for (let piece = await loop.take(); piece !== null; piece = await loop.take()) await loop.run(piece, signal)
}

/** Subscribers of a list, `name@example.com`. @returns their ids. */
export async function someSubscribers(
  { sql, organizationId }: Pick<Reactor, 'sql' | 'organizationId'>,
  listId: number,
  names: readonly string[],
  status: SubscriberStatus = 'active',
): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    insert into subscribers (organization_id, mailing_list_id, key, status)
    select ${organizationId}, ${listId}, name || '@example.com', ${status}
    from unnest(${[...names]}::text[]) with ordinality given (name, place) order by place
    returning id`
  await adjustCounts(sql, organizationId, listId, { [status]: names.length })
  return rows.map(({ id }) => id)
}

/** Inserts messages that are due now. @returns the reactions. */
export async function owe(
  { sql, organizationId }: { sql: Sql; organizationId: number },
  autoresponderId: number,
  subscriberIds: readonly number[],
  replacements?: Record<string, string>,
): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    insert into autoresponder_reactions
      (organization_id, autoresponder_id, mailing_list_id, subscriber_id, content_replacements, due_at)
    select ${organizationId}, a.id, a.mailing_list_id, given.id,
      ${replacements === undefined ? null : sql.json(replacements)}::jsonb, now()
    from autoresponders a, unnest(${[...subscriberIds]}::bigint[]) with ordinality given (id, place)
    where a.organization_id = ${organizationId} and a.id = ${autoresponderId} order by place
    returning id`
  return rows.map(({ id }) => id)
}

/** Every reserved credit was released, and nothing is owed. */
export async function whatIsLeft({ sql, organizationId }: Pick<Reactor, 'sql' | 'organizationId'>) {
  const [row] = await sql<{ owed: number; reserved: number }[]>`
    select (select count(*) from autoresponder_reactions where organization_id = ${organizationId}) as owed,
      (select coalesce(sum(reserved), 0)::integer from credit_balances
        where organization_id = ${organizationId}) as reserved`
  return row
}

/** An autoresponder, subscribers a, b and c, and a message to each that is due. */
export async function aStartedReactor(attributes: object = {}) {
  const reactor = await aReactor()
  const listId = await reactor.list()
  const id = await reactor.autoresponder(listId, attributes)
  const people = await someSubscribers(reactor, listId, ['a', 'b', 'c'])
  const reactions = await owe(reactor, id, people)
  return { ...reactor, reactor, listId, id, people, reactions }
}
