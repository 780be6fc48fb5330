import { Button, Group, Stack, Text } from '@mantine/core'
import {
  listSubscriberImportsOfList,
  showSubscriberImport,
  type ImportElement,
} from '../../../src/contract/imports/endpoints.ts'
import { useCall } from '../../app/api.ts'
import { useZone } from '../../app/places.ts'
import { usePollMs } from '../../app/stream.tsx'
import { instant } from '../../design/figures.ts'
import { Answered } from '../../design/states.tsx'
import { sourceWords as words } from '../../words/imports.ts'
import { fileName } from '../steps.tsx'

type Props = { listId: number; use: (importId: number) => void }

/** The imports and previews of the list whose failed rows can still be read. */
export function FailedSource({ listId, use }: Props) {
  const params = { mailing_list_id: listId }
  const query = { scope: 'recent', has_failed_rows: true, per_page: 500 } as const
  const imports = useCall(listSubscriberImportsOfList, { params, query }, { everyMs: usePollMs() })
  return (
    <Stack gap="sm">
      <Text c="dimmed">{words.failedHint}</Text>
      <Answered of={imports}>
        {({ data }) => {
          const failed = data.filter(({ finished_at: ended }) => ended !== null)
          if (failed.length === 0) return <Text>{words.failedEmpty}</Text>
          return (
            <Stack gap="xs">
              {failed.map((one) => (
                <FailedRows key={one.id} of={one} use={use} />
              ))}
            </Stack>
          )
        }}
      </Answered>
    </Stack>
  )
}

/** How many rows failed is told by the record of the import, not by the list. */
function FailedRows({ of, use }: { of: ImportElement; use: Props['use'] }) {
  const zone = useZone()
  const found = useCall(showSubscriberImport, { params: { id: of.id } })
  if (found.data === undefined) return null
  return (
    <Group gap="md">
      <Button variant="default" onClick={() => use(of.id)}>
        {words.useFailed(found.data.data.stats.subscribers.failed, fileName(of))}
      </Button>
      <Text size="sm" c="dimmed">
        {words.ofImport(of.dry_run === true, instant(of.finished_at ?? of.begins_at, zone))}
      </Text>
    </Group>
  )
}
