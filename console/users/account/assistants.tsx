import { Button, Stack, Text } from '@mantine/core'
import {
  deleteAssistantGrant,
  listAssistantGrants,
  type GrantRecord,
} from '../../../src/contract/users/assistant-grants.ts'
import { useCall, useChange } from '../../app/api.ts'
import { useZone } from '../../app/places.ts'
import { instantWithoutZone } from '../../design/figures.ts'
import { Panel } from '../../design/page.tsx'
import { Failure } from '../../design/states.tsx'
import { Rows, type Column } from '../../design/table.tsx'
import { assistantWords } from '../../words/session/assistants.ts'

const words = assistantWords.own

/** Nothing, as long as nobody has let a program act. */
export function Assistants() {
  const grants = useCall(listAssistantGrants, {})
  const zone = useZone()
  const end = useChange(deleteAssistantGrant)
  const all = grants.data?.data ?? []
  if (all.length === 0) return null
  const columns: Column<GrantRecord>[] = [
    {
      key: 'program',
      word: words.program,
      show: ({ client_name: name, redirect_host: host }) => `${name} (${host})`,
    },
    {
      key: 'may',
      word: words.may,
      show: ({ may_change: mayChange, mailing_list_ids: lists }) =>
        `${mayChange ? words.changes : words.reads}${lists === null ? '' : words.lists(lists.length)}`,
    },
    {
      key: 'used',
      word: words.used,
      show: ({ last_used_at: at }) => (at === null ? words.never : instantWithoutZone(at, zone)),
    },
    { key: 'ends', word: words.ends, show: ({ expires_at: at }) => instantWithoutZone(at, zone) },
    {
      key: 'end',
      word: words.action,
      isActions: true,
      show: ({ id, client_name: name }) => (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={words.endOne(name)}
          onClick={() => end.mutate({ params: { id } })}
        >
          {words.end}
        </Button>
      ),
    },
  ]
  return (
    <Panel title={words.title} flush>
      <Stack gap="sm">
        <Text c="dimmed" px="md">
          {words.lead}
        </Text>
        {end.isError && <Failure error={end.error} />}
        <Rows caption={words.title} columns={columns} rows={all} keyOf={({ id }) => id} />
      </Stack>
    </Panel>
  )
}
