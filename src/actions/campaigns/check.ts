import type { z } from 'zod'
import { linksCheckedMax, type checkCampaign, type Finding } from '../../contract/campaigns/check.ts'
import { autowinnerProblems } from '../../contract/campaigns/autowinner.ts'
import type { MessageContent } from '../../contract/campaigns/message-content.ts'
import type { RemoteQueryPreview } from '../../contract/lists/remote-query.ts'
import { readColumns, remoteFields } from '../../contract/lists/remote-rows.ts'
import { domainOf, parseEmail } from '../../contract/values/email.ts'
import { AppError, notFound } from '../../contract/api/errors.ts'
import type { Scoped, Sql } from '../../database/driver/connection.ts'
import { checkLinks, type LinkRules } from '../../outbound/link-check.ts'
import type { CheckedContent } from '../../rendering/inspection/checkers/checker.ts'
import { inspectContent, linksOf } from '../../rendering/inspection/content.ts'
import { renderSample } from '../../rendering/inspection/sample.ts'
import { countAudience, findCampaignClauses, findCredits } from '../../store/segments/audience.ts'
import { findListDelivery } from '../../store/campaigns/delivery.ts'
import { findCampaignContent } from '../../store/campaigns/message-content.ts'
import { findCampaign, type CampaignRow } from '../../store/campaigns/rows.ts'
import { findSigningKeys } from '../../store/resources/dkim-keys.ts'
import { findSenderProblems } from '../../store/resources/sender-addresses.ts'
import { findConnectionOfList, openConnection } from '../../store/resources/database-connections.ts'
import type { Actor } from '../actor.ts'
import { sampleRemote, type RemoteParts } from '../lists/remote-query.ts'
import { findRecipient } from './render.ts'

export type CheckParts = { origin: string; links: Omit<LinkRules, 'lookup'>; remote: RemoteParts }

type Check = z.input<typeof checkCampaign.data>
type Found = Pick<Finding, 'kind' | 'code' | 'sentence'> & Partial<Finding>

const countSeconds = 10
/** The driver's code for a statement that took too long. */
const tooLong = '57014'

export async function checkBeforeSending(
  sql: Scoped,
  { caller }: Pick<Actor, 'caller'>,
  { id, opensLinks }: { id: number; opensLinks: boolean },
  parts: CheckParts,
): Promise<Check> {
  const { organization_id: organizationId } = caller
  const remote = await sampleAudience(sql, { organizationId, id }, parts.remote)
  const { row, message, found } = await sql.read(async (sql) => {
    const row = await findCampaign(sql, organizationId, { kind: 'campaign', id })
    const message = await findCampaignContent(sql, organizationId, id)
    if (message === null) throw notFound('campaign')
    const delivered = await withListDelivery(sql, row, message)
    const effective = remote === null ? delivered : withColumns(delivered, remote)
    const found = [
      ...(await inspectSender(sql, effective)),
      ...(await inspectContents(sql, effective, { contents: contentsOf(row), origin: parts.origin })),
      ...inspectWinner(row),
    ]
    return { row, message, found }
  })
  const counted = await countFor(sql, row, caller.time_zone)
  const credits = await findCredits(sql, organizationId)
  const audience = counted === null || 'problem' in counted ? null : counted
  // No connection is held while other servers answer.
  const opened = opensLinks ? await inspectLinks(message, { ...parts.links, organizationId }) : []
  const findings = [
    ...(remote === null ? inspectAudience(row, counted) : inspectRemote(remote)),
    ...found,
    ...opened,
    ...inspectCredits(credits, audience?.recipients ?? 0),
  ]
  return {
    recipients: audience?.recipients ?? null,
    suppressed: audience?.suppressed ?? null,
    findings: findings.map((one) => ({ content_id: null, url: null, ...one })),
  }
}

/** Runs the query of a remote list for its first rows. null: it has none. */
async function sampleAudience(
  sql: Scoped,
  { organizationId, id }: { organizationId: number; id: number },
  parts: RemoteParts,
): Promise<RemoteQueryPreview | null> {
  const found = await sql.read(async (sql) => {
    const row = await findCampaign(sql, organizationId, { kind: 'campaign', id })
    const query = row.segmentation_criteria_remote_sql
    return query === null
      ? null
      : { query, stored: await findConnectionOfList(sql, organizationId, row.mailing_list_id) }
  })
  if (found === null) return null
  const target = openConnection(found.stored, organizationId, parts.secrets.unseal)
  return sampleRemote(target, found.query, parts.rules, new AbortController().signal)
}

function withColumns(message: MessageContent, { columns }: RemoteQueryPreview): MessageContent {
  const layout = readColumns(columns)
  if ('problem' in layout) return message
  return { ...message, fields: remoteFields(layout.codes.map(({ name }) => name), message.fields) } // oxfmt-ignore
}

function inspectRemote({ problem, rows, has_more: hasMore }: RemoteQueryPreview): Found[] {
  const code = 'recipients'
  if (problem !== null) return [{ kind: 'stop', code, sentence: problem }]
  if (rows.length === 0)
    return [{ kind: 'stop', code, sentence: 'Nobody would get it: the query returns no rows.' }]
  const sentence = hasMore
    ? 'To the rows of the query, which are read when it starts.'
    : `To the rows of the query, at present ${rows.length}; they are read again when it starts.`
  return [{ kind: 'ok', code, sentence }]
}

/** 1,234,567 */
function shown(value: number): string {
  return value.toLocaleString('en-GB')
}

/** What has no delivery settings yet will get those of the list. */
async function withListDelivery(
  sql: Sql,
  row: CampaignRow,
  message: MessageContent,
): Promise<MessageContent> {
  if (row.has_dispatch) return message
  const { delivery } = await findListDelivery(sql, message.organizationId, row.mailing_list_id)
  return {
    ...message,
    fromName: delivery.from_name,
    fromEmail: delivery.from_email,
    senderEmail: delivery.sender_email,
    replyTo: delivery.reply_to,
  }
}

type Counted = { recipients: number; suppressed: number } | { problem: string } | null

async function countFor(sql: Scoped, row: CampaignRow, timeZone: string): Promise<Counted> {
  if (row.segmentation_criteria_remote_sql !== null) return null
  try {
    return await sql.read(async (sql) => {
      const {
        organization_id: organizationId,
        mailing_list_id: listId,
        segmentation_criteria_id: segment,
      } = row
      const clauses = await findCampaignClauses(sql, organizationId, segment)
      return clauses === null
        ? null
        : countAudience(sql, { organizationId, listId, timeZone, clauses }, countSeconds)
    })
  } catch (error) {
    if (error instanceof AppError) return { problem: error.message }
    if (error instanceof Error && 'code' in error && error.code === tooLong) return null
    throw error
  }
}

function inspectAudience(row: CampaignRow, counted: Counted): Found[] {
  const code = 'recipients'
  const { segmentation_criteria_id: segment, segmentation_criteria_remote_sql: remote } = row
  if (remote === null && segment === null) {
    return [{ kind: 'stop', code, sentence: 'No recipients are chosen yet. Choose them.' }]
  }
  if (counted === null) return [{ kind: 'ok', code, sentence: 'The recipients are counted when it starts.' }]
  if ('problem' in counted) {
    return [{ kind: 'stop', code, sentence: `The recipients cannot be found: ${counted.problem}.` }]
  }
  const { recipients, suppressed } = counted
  if (recipients === 0) return [{ kind: 'stop', code, sentence: 'Nobody would get it.' }]
  const less = suppressed === 0 ? '' : `, less ${shown(suppressed)} suppressed`
  return [
    {
      kind: 'ok',
      code,
      sentence: `To ${shown(recipients)} ${recipients === 1 ? 'person' : 'people'}${less}.`,
    },
  ]
}

async function inspectSender(sql: Sql, message: MessageContent): Promise<Found[]> {
  const { organizationId, fromEmail, fromName, senderEmail, replyTo } = message
  if (fromEmail.trim() === '')
    return [{ kind: 'stop', code: 'sender', sentence: 'There is no sender address.' }]
  if (fromEmail.includes('%%')) {
    return [
      {
        kind: 'ok',
        code: 'sender',
        sentence: `From ${fromEmail}, which is another address for each person.`,
      },
    ]
  }
  if (parseEmail(fromEmail) === null) {
    return [{ kind: 'stop', code: 'sender', sentence: `${fromEmail} is not a valid sender address.` }]
  }
  const wanted = { from_email: fromEmail, sender_email: senderEmail, reply_to: replyTo }
  const problems = await findSenderProblems(sql, organizationId, { wanted, current: null })
  const domain = domainOf(fromEmail.trim())
  const keys = await findSigningKeys(sql, organizationId)
  const isSigned = keys.some((key) => key.domain === domain)
  const from = fromName === '' ? fromEmail : `${fromName} <${fromEmail}>`
  return [
    { kind: 'ok', code: 'sender', sentence: `From ${from}.` },
    ...problems.map((problem): Found => ({ kind: 'stop', code: 'sender_domain', sentence: `${problem}.` })),
    isSigned
      ? { kind: 'ok', code: 'dkim', sentence: `Signed by ${domain}.` }
      : {
          kind: 'warn',
          code: 'dkim',
          sentence: `No DKIM key signs for ${domain}: large mail providers refuse or hide such messages.`,
        },
  ]
}

type Content = Pick<CheckedContent, 'body' | 'document'>

function contentsOf({ contents }: CampaignRow): Content[] {
  return contents.map(({ document, ...body }) => ({ body, document }))
}

async function inspectContents(
  sql: Sql,
  message: MessageContent,
  { contents, origin }: { contents: readonly Content[]; origin: string },
): Promise<Found[]> {
  if (contents.length === 0) return [{ kind: 'stop', code: 'content', sentence: 'There is no message yet.' }]
  const recipient = await findRecipient(sql, message)
  return contents.flatMap(({ body, document }) => {
    const { html } = renderSample(message, body, recipient, { origin, now: new Date() })
    const htmlBytes = Buffer.byteLength(html ?? '')
    const found = inspectContent({ body, document, message, htmlBytes })
    return found.map((one) => ({ ...one, content_id: body.id }))
  })
}

async function inspectLinks(message: MessageContent, rules: Omit<LinkRules, 'lookup'>): Promise<Found[]> {
  const links = message.contents.flatMap((body) =>
    linksOf(body, message.fields).map((url) => [url, body.id] as const),
  )
  const contentOf = new Map(links)
  const asked = [...contentOf.keys()].slice(0, linksCheckedMax)
  const answers = await checkLinks(asked, rules)
  const broken = answers.flatMap(({ url, problem }): Found[] =>
    problem === null
      ? []
      : [
          {
            kind: 'warn',
            code: 'links',
            sentence: `${url} ${problem}`,
            url,
            content_id: contentOf.get(url) ?? null,
          },
        ],
  )
  if (broken.length > 0 || asked.length === 0) return broken
  return [
    {
      kind: 'ok',
      code: 'links',
      sentence: asked.length === 1 ? 'The link answers.' : `All ${asked.length} links answer.`,
    },
  ]
}

function inspectCredits(credits: number | null, recipients: number): Found[] {
  if (credits === null) return []
  const isEnough = credits >= recipients
  const sentence = isEnough
    ? `Credits: ${shown(credits)}.`
    : `There are only ${shown(credits)} sending credits for ${shown(recipients)} people.`
  return [{ kind: isEnough ? 'ok' : 'warn', code: 'credits', sentence }]
}

function inspectWinner(row: CampaignRow): Found[] {
  if (!row.autowinner_enabled) return []
  const given = { dispatch_attributes: { autowinner_enabled: true } }
  const problems = autowinnerProblems(row, row.contents.length, given)
  if (problems.length > 0) {
    return problems.map((problem) => ({ kind: 'stop', code: 'winner', sentence: `${problem}.` }))
  }
  const { autowinner_percentage: percent, contents } = row
  const sentence = `${percent} % test ${contents.length} contents; the rest get the winner.`
  return [{ kind: 'ok', code: 'winner', sentence }]
}
