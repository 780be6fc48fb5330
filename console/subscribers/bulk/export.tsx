import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { createSubscriberExport } from '../../../src/contract/exports/endpoints.ts'
import { useChange } from '../../app/api.ts'
import { useInOrganization } from '../../app/places.ts'
import { Dialog } from '../../design/confirm.tsx'
import { Failure } from '../../design/states.tsx'
import { bulkWords } from '../../words/audience/subscribers.ts'
import { exportWords } from '../../words/exports.ts'
import { isNobody, saidOf, usePeople, whoOf, type Matching } from './people.ts'
import type { Selection } from './selection.ts'

const words = bulkWords.export
const formats = Object.entries(exportWords.new.formats) as [keyof typeof exportWords.new.formats, string][]

type BulkExportProps = { selection: Selection; matching: Matching; close: () => void }

/** A file of all selected subscribers, with every column that an import can read back. */
export function BulkExport({ selection, matching, close }: BulkExportProps) {
  const at = useInOrganization()
  const [, go] = useLocation()
  const [format, setFormat] = useState<keyof typeof exportWords.new.formats>('csv')
  const people = usePeople(matching, selection)
  const start = useChange(createSubscriberExport, { done: () => go(at('/exports')) })
  const { listId, q, status } = matching
  const whom = selection.isAll
    ? { q: q || null, statuses: status === '' ? null : [status as 'active'] }
    : { subscriber_ids: [...selection.ids] }
  const act = () =>
    start.mutate({
      params: { mailing_list_id: listId },
      body: {
        ...whom,
        file_format: {
          type: format === 'jsonl' ? 'jsonl' : 'csv',
          ...(format === 'excel' ? { csv_field_separator: ';' as const } : {}),
          guard_formulas: format !== 'jsonl',
        },
      },
    })
  return (
    <Dialog isOpen title={words.action} close={close}>
      <Stack gap="md">
        <Text size="sm">{words.explain(saidOf(people))}</Text>
        <Select
          label={exportWords.new.format}
          data={formats.map(([value, label]) => ({ value, label }))}
          value={format}
          allowDeselect={false}
          onChange={(value) => value !== null && setFormat(value)}
        />
        {start.isError && <Failure error={start.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={close} data-autofocus>
            {bulkWords.back}
          </Button>
          <Button onClick={act} loading={start.isPending} disabled={isNobody(people)}>
            {words.submit(whoOf(people))}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
