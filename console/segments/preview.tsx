import { Anchor, Box, Group, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { previewSegment, type SegmentPreview } from '../../src/contract/segments/preview.ts'
import { keyOf } from '../app/api.ts'
import { useInOrganization } from '../app/places.ts'
import { useOrganizationId, useSession } from '../app/session.tsx'
import { Panel } from '../design/page.tsx'
import { Failure } from '../design/states.tsx'
import { segmentWords } from '../words/audience/segments.ts'
import { explained } from './explain.ts'
import type { NamedClause } from './to-clauses.ts'

const words = segmentWords.preview

/** After the last key. The call before is aborted, and with it the count in the database. */
const quietMs = 300

function usePreview(listId: number, clauses: readonly NamedClause[] | null) {
  const { client } = useSession()
  const organizationId = useOrganizationId()
  const [text] = useDebouncedValue(clauses === null ? null : JSON.stringify(clauses), quietMs)
  const params = { mailing_list_id: listId }
  const body = { clauses: text === null ? [] : (JSON.parse(text) as unknown[]) }
  return useQuery({
    queryKey: keyOf(organizationId, previewSegment, { params, text }),
    queryFn: ({ signal }) => client.call(previewSegment, { params, body, signal }),
    enabled: text !== null,
    placeholderData: keepPreviousData,
  })
}

type Counted = Pick<SegmentPreview, 'count' | 'count_is_exact' | 'count_estimate'>

function saidOf({ count, count_is_exact: isExact, count_estimate: estimate }: Counted): string {
  return count === null ? words.tooLong : words.people(count, isExact, estimate)
}

export function Preview({ listId, clauses }: { listId: number; clauses: readonly NamedClause[] | null }) {
  const at = useInOrganization()
  const preview = usePreview(listId, clauses)
  const found = preview.data?.data
  return (
    <Panel title={words.title}>
      <Stack gap="sm">
        {clauses === null ? (
          <Text c="dimmed">{words.incomplete}</Text>
        ) : (
          <Text style={{ overflowWrap: 'anywhere' }}>{explained(clauses)}</Text>
        )}
        {preview.isError && <Failure error={preview.error} again={() => void preview.refetch()} />}
        {clauses !== null && found === undefined && !preview.isError && <Box h="10rem" />}
        {found !== undefined && (
          <Stack gap="xs" style={{ opacity: preview.isFetching ? 0.55 : 1 }} aria-busy={preview.isFetching}>
            <Text size="xl" fw={600} className="figures" role="status">
              {saidOf(found)}
            </Text>
            {found.count === 0 && found.count_is_exact && <Text c="dimmed">{words.nobody}</Text>}
            {found.sample.length > 0 && (
              <>
                <Text size="sm" c="dimmed">
                  {words.sample(found.sample.length)}
                </Text>
                <Group gap="xs">
                  {found.sample.map(({ id, email }) => (
                    <Anchor
                      key={id}
                      component={Link}
                      href={at(`/lists/${listId}/people/${id}`)}
                      size="sm"
                      style={{ overflowWrap: 'anywhere' }}
                    >
                      {email}
                    </Anchor>
                  ))}
                </Group>
              </>
            )}
          </Stack>
        )}
      </Stack>
    </Panel>
  )
}
