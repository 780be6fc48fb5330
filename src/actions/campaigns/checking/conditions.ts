import { conditionalBlocks, conditionsOf } from '../../../contract/blocks/conditions.ts'
import { textOf } from '../../../contract/blocks/plain.ts'
import type { MessageContent } from '../../../contract/campaigns/message-content.ts'
import type { Clause } from '../../../contract/segments/clauses.ts'
import type { Scoped } from '../../../database/driver/connection.ts'
import type { CountedAudience } from '../../../store/segments/audience.ts'
import { countOrNull } from './audience.ts'
import { capitalized, people, type Found } from './found.ts'
import type { NamedContent } from './contents.ts'

const wordsMax = 40

type Asked = {
  message: MessageContent
  contents: readonly NamedContent[]
  /** Of the recipients. null: not known before it starts. */
  clauses: readonly Clause[] | null
}

/** How many people see each block with a condition. Not said if counting takes too long. */
export async function inspectConditions(
  sql: Scoped,
  { message, contents, clauses }: Asked,
): Promise<Found[]> {
  if (clauses === null) return []
  const { organizationId, list, timeZone } = message
  const found: Found[] = []
  for (const { name, body, document } of contents) {
    const blocks = document === null ? [] : conditionalBlocks(document)
    const conditions = conditionsOf(document)
    for (const [place, block] of blocks.entries()) {
      const audience = {
        organizationId,
        listId: list.id,
        timeZone,
        clauses: [...clauses, ...(conditions[place] ?? [])],
      }
      const counted = await countOrNull(sql, audience)
      if (counted === null) continue
      const words = textOf([block], new Map()).trim().replaceAll(/\s+/g, ' ')
      found.push({
        ...saidOf(counted, words === '' ? `of the type ${block.type}` : `“${shortened(words)}”`),
        content_id: body.id,
        content_name: contents.length > 1 ? name : null,
      })
    }
  }
  return found
}

function saidOf({ recipients, estimate }: CountedAudience, block: string): Found {
  const code = 'condition'
  if (recipients === 0 && estimate === null)
    return {
      kind: 'warn',
      code,
      sentence: `Nobody gets the block ${block}: its condition holds for none of them.`,
    }
  const isOne = recipients === 1 && estimate === null
  const who = people(recipients, estimate?.reached)
  return { kind: 'ok', code, sentence: capitalized(`${who} ${isOne ? 'gets' : 'get'} the block ${block}.`) }
}

function shortened(words: string): string {
  return words.length <= wordsMax ? words : `${words.slice(0, wordsMax).trimEnd()}…`
}
