import type { MessageBody } from '../../contract/campaigns/message-content.ts'
import type { Sql } from '../../database/driver/connection.ts'
import { orProblem } from '../../rendering/composer.ts'
import { compileContent } from '../../rendering/content.ts'
import { writtenPart } from '../../rendering/conditional.ts'
import { unknownCodes } from '../../rendering/inspection/unknown-codes.ts'
import { partsWithoutLink } from '../../rendering/unsubscribe-link.ts'
import { findContentRules, type ContentRules } from '../../store/campaigns/message-content.ts'
import type { WarnedActor } from '../actor.ts'

/** `prefix`: what precedes attribute names in problems: `contents.0.` or `content_`. */
export type GivenContent = { prefix: string; body: Omit<MessageBody, 'id'> }

/** Also warns about unknown codes and missing unsubscribe links. @returns problems, `<attribute> <problem>`. */
export async function checkContents(
  sql: Sql,
  { caller, warn }: Pick<WarnedActor, 'caller' | 'warn'>,
  listId: number,
  contents: readonly GivenContent[],
): Promise<string[]> {
  if (contents.length === 0) return []
  const rules = await findContentRules(sql, caller.organization_id, listId)
  for (const { prefix, body } of contents) {
    for (const part of ['subject', 'html', 'text'] as const) {
      for (const sentence of unknownCodes(writtenPart(body, part), rules.fields, body.language))
        warn(`${prefix}${part}: ${sentence}`)
    }
    const problem = templateProblem(body, rules)
    // It is saved nevertheless: somebody may be writing it.
    if (problem !== null) warn(`${prefix}html or ${prefix}text cannot be composed. ${problem}`)
  }
  return contents.flatMap((content) => linkProblems(content, rules, warn))
}

function templateProblem(body: GivenContent['body'], { organization, fields }: ContentRules): string | null {
  if (body.language !== 'liquid') return null
  const nobody = { fromName: '', fromEmail: '', senderEmail: '', replyTo: '', customHeaders: [] }
  const read = orProblem(() =>
    compileContent({ ...body, ...nobody, organization }, fields, { links: false, opens: false }),
  )
  return 'problem' in read ? read.problem : null
}

function linkProblems(
  { prefix, body }: GivenContent,
  { organization, fields }: ContentRules,
  warn: WarnedActor['warn'],
): string[] {
  const { unsubTagMode: mode } = organization
  const parts = partsWithoutLink(body, organization, fields)
  if (mode === 'require') return parts.map((part) => `${prefix}${part} must contain %%unsubscribe_link%%`)
  const effect = mode === 'default' ? 'add %%unsubscribe_link%%' : 'a footer with the link is added'
  for (const part of parts) warn(`${prefix}${part} has no unsubscribe link: ${effect}`)
  return []
}
