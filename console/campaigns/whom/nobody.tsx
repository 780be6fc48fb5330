import { List, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { showSegment } from '../../../src/contract/segments/endpoints.ts'
import { previewSegment } from '../../../src/contract/segments/preview.ts'
import type { Client } from '../../../src/client/api.ts'
import { keyOf, useCall } from '../../app/api.ts'
import { useMay } from '../../app/may.ts'
import { useOrganizationId, useSession } from '../../app/session.tsx'
import { composeWords } from '../../words/compose.ts'
import type { NamedClause } from '../../segments/to-clauses.ts'
import { withoutEach, type LeftOut } from './left-out.ts'

const words = composeWords.whom.nobody

/** `segmentId`: null for a segment of the campaign alone, which has no page of its own. */
type NobodyProps = { listId: number; segmentId: number | null; suppressed: number }

/** Why a campaign would have no recipients, and which condition to remove. */
export function Nobody({ listId, segmentId, suppressed }: NobodyProps) {
  const may = useMay()
  const isAsked = segmentId !== null && suppressed === 0
  const segment = useCall(showSegment, { params: { id: segmentId ?? 0 } }, { enabled: isAsked })
  if (suppressed > 0) return <Text role="status">{words.suppressed(suppressed)}</Text>
  const { clauses } = segment.data?.data ?? {}
  if (clauses === undefined) return <Text role="status">{words.plain}</Text>
  if (clauses.length === 0) return <Text role="status">{words.nobodyActive}</Text>
  const choices = may(previewSegment) ? withoutEach(clauses as NamedClause[]) : []
  return (
    <Stack gap={4}>
      <Text role="status">{words.plain}</Text>
      {choices.length > 0 && <Choices listId={listId} choices={choices} />}
    </Stack>
  )
}

type ChoicesProps = { listId: number; choices: LeftOut[] }

function Choices({ listId, choices }: ChoicesProps) {
  const { client } = useSession()
  const organizationId = useOrganizationId()
  const counted = useQuery({
    queryKey: keyOf(organizationId, previewSegment, { listId, choices }),
    queryFn: ({ signal }) => countEach(client, listId, choices, signal),
  })
  if (counted.data === undefined) return counted.isError ? null : <Text c="dimmed">{words.counting}</Text>
  const helpful = counted.data.filter(({ count }) => count === null || count > 0)
  if (helpful.length === 0) return <Text c="dimmed">{words.noneAlone}</Text>
  return (
    <List size="sm" spacing={4}>
      {helpful.map(({ phrase, count }) => (
        <List.Item key={phrase}>{words.without(phrase, count)}</List.Item>
      ))}
    </List>
  )
}

/** One after the other: an organization has few places for counts. */
async function countEach(client: Client, listId: number, choices: LeftOut[], signal: AbortSignal) {
  const counted: { phrase: string; count: number | null }[] = []
  for (const { phrase, rest } of choices) {
    const params = { mailing_list_id: listId }
    const { data } = await client.call(previewSegment, { params, body: { clauses: rest }, signal })
    counted.push({ phrase, count: data.count })
  }
  return counted
}
