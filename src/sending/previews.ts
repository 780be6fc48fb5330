import { domainOf } from '../contract/values/email.ts'
import type { MessageBody, MessageContent } from '../contract/campaigns/message-content.ts'
import type { CustomValues } from '../contract/subscribers/values.ts'
import { compileBody, createComposer, orProblem, type Composer } from '../rendering/composer.ts'
import {
  claimPreviews,
  findPreviewContent,
  findPreviewValues,
  duePreviews,
  recordPreviewEnd,
  type ClaimedPreview,
  type PreviewClaim,
  type PreviewEnd,
} from '../store/campaigns/previews.ts'
import type { DueLoop } from '../work/loops/run.ts'
import type { CampaignEnvironment } from './environment.ts'
import type { RouteOf } from './route.ts'
import type { Outcome } from './outcome.ts'
import { createSenderPolicy } from './sender-policy.ts'

/** Previews use the list's preview values and untracked links; they are not counted and cost no credits. */

const previewsAtOnce = 10

export function previewLoop(env: CampaignEnvironment): DueLoop<PreviewClaim> {
  const everywhere = env.database.everywhere()
  return {
    take: () => claimPreviews(everywhere, previewsAtOnce),
    run: (claim) => sendPreviews(env, claim),
    due: (sql) => [duePreviews(sql)],
  }
}

async function sendPreviews(env: CampaignEnvironment, claim: PreviewClaim): Promise<void> {
  const database = env.database.within(claim.organizationId)
  const ready = await prepare(env, claim)
  const endOf = async (preview: ClaimedPreview): Promise<PreviewEnd> => {
    if (ready === null) return gone
    return 'problem' in ready ? { kind: 'failed', diagnostic: ready.problem } : send(env, ready, preview)
  }
  await Promise.all(
    claim.previews.map(async (preview) => {
      const end = await endOf(preview)

      await database.begin((sql) => recordPreviewEnd(sql, claim, preview, end))
    }),
  )
}

const gone: PreviewEnd = { kind: 'failed', diagnostic: 'the content was deleted' }

type Ready = { composer: Composer; routeOf: RouteOf; values: CustomValues }

async function prepare(env: CampaignEnvironment, { organizationId, source }: PreviewClaim) {
  return env.database
    .within(organizationId)
    .begin(async (sql): Promise<Ready | { problem: string } | null> => {
      const found = await findPreviewContent(sql, organizationId, source)
      if (found === null) return null
      const content: MessageContent = { ...found, tracking: { opens: false, links: false } }
      const read = orProblem(() =>
        content.contents.map((body) => ({
          id: body.id,
          compiled: compileBody(content, marked(body)),
          linkIds: [],
          pictures: body.pictures ?? [],
          files: body.files ?? [],
        })),
      )
      if ('problem' in read) return read
      const bodies = read.result
      const { secrets, baseUrl } = env
      const dkimSigners = await env.findSigners(sql, organizationId)
      const findSenderProblem = createSenderPolicy(env.database.within(organizationId), organizationId)
      return {
        composer: createComposer({ content, bodies, secrets, baseUrl, dkimSigners, findSenderProblem }),
        routeOf: await env.findRoutes(sql, organizationId, content.virtualMtaId),
        values: await findPreviewValues(sql, organizationId, content.list.id),
      }
    })
}

function marked(body: MessageBody): MessageBody {
  return { ...body, subject: `[Preview] ${body.subject}` }
}

/** Message-IDs must differ from those of seed addresses, whose ids are smaller. */
const firstOccasion = 2 ** 45

async function send(env: CampaignEnvironment, ready: Ready, preview: ClaimedPreview): Promise<PreviewEnd> {
  const recipient = {
    subscriberId: 0,
    email: preview.recipient,
    subscribeTime: null,
    subscribeIp: null,
    customFields: ready.values,
    emailFormat: preview.format === 'whole' ? null : preview.format,
  }
  const occasion = {
    contentId: preview.content_id,
    occasion: firstOccasion + preview.id,
    now: new Date(),
  }
  try {
    const composed = await ready.composer.compose(recipient, occasion)
    if ('problem' in composed) return { kind: 'failed', diagnostic: composed.problem }
    const { envelope } = composed.message
    const domain = domainOf(envelope.to)
    return outcomeToEnd(await env.mailer.send(ready.routeOf(domain), composed.message), preview.attempts)
  } catch (error) {
    env.log.error({ err: error, preview: preview.id }, 'preview could not be composed')
    return { kind: 'failed', diagnostic: 'the preview could not be composed; see the server log' }
  }
}

const attemptsMax = 8

/** Does not retry an uncertain outcome, because the preview might arrive twice. */
function outcomeToEnd(outcome: Outcome, attempts: number): PreviewEnd {
  if (outcome.kind === 'accepted') return { kind: 'sent' }
  const { kind, diagnostic } = outcome
  const seconds = Math.min(15 * 2 ** attempts, 1800)
  if (kind === 'untried') return { kind: 'later', diagnostic, seconds, all: true }
  if (kind === 'deferred' && attempts < attemptsMax) return { kind: 'later', diagnostic, seconds, all: false }
  return { kind: 'failed', diagnostic }
}
