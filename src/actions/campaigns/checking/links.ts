import { linksCheckedMax } from '../../../contract/campaigns/check.ts'
import type { MessageContent } from '../../../contract/campaigns/message-content.ts'
import { checkLinks, type LinkRules } from '../../../outbound/link-check.ts'
import { linksOf } from '../../../rendering/inspection/content.ts'
import type { Found } from './found.ts'

export async function inspectLinks(
  message: MessageContent,
  rules: Omit<LinkRules, 'lookup'>,
): Promise<Found[]> {
  const links = message.contents.flatMap((body) =>
    linksOf(body, message).map((url) => [url, body.id] as const),
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
