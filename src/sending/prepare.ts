import type { Condition } from '../contract/blocks/conditions.ts'
import { parseEmail } from '../contract/values/email.ts'
import type { MessageBody, MessageContent } from '../contract/campaigns/message-content.ts'
import {
  compileBody,
  createComposer,
  orProblem,
  type Composer,
  type PreparedBody,
} from '../rendering/composer.ts'
import { fileProblem, pictureProblem } from '../rendering/inspection/carried.ts'
import { partsWithoutLink } from '../rendering/unsubscribe-link.ts'
import type { Transaction } from '../database/driver/connection.ts'
import type { Source } from '../store/campaigns/stats.ts'
import { ensureLinks } from '../store/responses/tracked-links.ts'
import type { CampaignEnvironment } from './environment.ts'
import type { RouteOf } from './route.ts'
import { createSenderPolicy, findSenderProblem } from './sender-policy.ts'

export type Prepared = {
  composer: Composer
  /** Checked before each batch. */
  findSenderProblem: () => Promise<string | null>
  routeOf: RouteOf
  contentIds: readonly (number | null)[]
  /** Messages that are in memory side by side. */
  atOnceMax: number
  /** For counting a message before it is composed. */
  formatOf: (contentId: number | null) => 'html' | 'text' | 'multipart'
  /** Of its blocks. */
  conditionsOf: (contentId: number | null) => readonly Condition[]
}

export async function prepare(
  env: CampaignEnvironment,
  sql: Transaction,
  content: MessageContent,
): Promise<Prepared | { problem: string }> {
  const { organizationId, source } = content
  const policy = createSenderPolicy(env.database.within(organizationId), organizationId)
  const senders = { ...content, returnPath: content.bounceEmail ?? content.fromEmail }
  const problem = findProblem(content) ?? refusalOf(await findSenderProblem(sql, organizationId, senders))
  if (problem !== null) return { problem }
  const sourceId: Source =
    source.kind === 'campaign' ? { campaignId: source.id } : { autoresponderId: source.id }
  const bodies: PreparedBody[] = []
  for (const body of content.contents) {
    const read = orProblem(() => compileBody(content, body))
    if ('problem' in read) return { problem: `Nothing was sent: ${read.problem}.` }
    const compiled = read.result
    const linkIds = await ensureLinks(sql, organizationId, sourceId, {
      contentId: body.id,
      urls: compiled.html?.links ?? [],
    })
    bodies.push({ id: body.id, compiled, linkIds, ...carried(body) })
  }
  const conditions = new Map(content.contents.map((body) => [body.id, body.conditions ?? []]))
  const formats = new Map(content.contents.map(({ id, format }) => [id, format]))
  return {
    composer: createComposer({
      content,
      bodies,
      secrets: env.secrets,
      baseUrl: env.baseUrl,
      dkimSigners: await env.findSigners(sql, organizationId),
      findSenderProblem: policy,
    }),
    findSenderProblem: async () => refusalOf(await policy(senders)),
    routeOf: await env.findRoutes(sql, organizationId, content.virtualMtaId),
    contentIds: bodies.map(({ id }) => id),
    atOnceMax: atOnceMax(content.contents),
    formatOf: (id) => {
      const format = formats.get(id) ?? 'html'
      return format === 'both' ? 'multipart' : format
    },
    conditionsOf: (id) => conditions.get(id) ?? [],
  }
}

function carried({ pictures = [], files = [] }: MessageBody): Pick<PreparedBody, 'pictures' | 'files'> {
  return { pictures, files }
}

/** Of the messages of one campaign, or of one turn of an autoresponder, as far as they carry something. */
const inMemoryBytesMax = 32 * 1_048_576

function atOnceMax(contents: readonly MessageBody[]): number {
  const sizes = contents.map(({ pictures = [], files = [] }) =>
    [...pictures, ...files].reduce((bytes, { content }) => bytes + content.length, 0),
  )
  const heaviest = Math.max(0, ...sizes)
  return heaviest === 0 ? Infinity : Math.max(2, Math.floor(inMemoryBytesMax / heaviest))
}

function refusalOf(problem: string | null): string | null {
  return problem === null ? null : `Nothing more was sent: ${problem}.`
}

function findProblem(content: MessageContent): string | null {
  const { contents, fromEmail, organization, fields } = content
  if (contents.length === 0) return 'There is no content to send.'
  if (!fromEmail.includes('%%') && parseEmail(fromEmail) === null) {
    return 'from_email is not a valid e-mail address: set it and send the campaign again as a new one.'
  }
  const problemOf = (body: MessageBody) => pictureProblem(content, body) ?? fileProblem(content, body)
  const unsendable = contents.map(problemOf).find((one) => one !== null)
  if (unsendable !== undefined) return `Nothing was sent: ${unsendable}.`
  const isRefused = (body: MessageBody) => partsWithoutLink(body, organization, fields).length > 0
  if (organization.unsubTagMode === 'require' && contents.some(isRefused)) {
    return 'The organization requires an unsubscribe link in every message: add %%unsubscribe_link%% to the content.'
  }
  return null
}
