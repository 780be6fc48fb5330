import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { z } from 'zod'
import { createSubscriberExport } from '../../src/contract/exports/endpoints.ts'
import type { exportInput } from '../../src/contract/exports/input.ts'
import { useChange } from '../app/api.ts'
import { useInOrganization } from '../app/places.ts'
import { Dialog } from '../design/confirm.tsx'
import { Failure } from '../design/states.tsx'
import { exportWords } from '../words/exports.ts'

const { formats, format: formatWord } = exportWords.new
const choices = Object.entries(formats) as [keyof typeof formats, string][]

type ExportDialogProps = {
  listId: number
  /** Of the request: which people. */
  whom: z.input<typeof exportInput>
  words: { title: string; explain: string; submit: string; back: string }
  isNobody: boolean
  close: () => void
}

/** A file of people who are chosen already, with every column that an import can read back. */
export function ExportDialog({ listId, whom, words, isNobody, close }: ExportDialogProps) {
  const at = useInOrganization()
  const [, go] = useLocation()
  const [format, setFormat] = useState<keyof typeof formats>('csv')
  const start = useChange(createSubscriberExport, { done: () => go(at('/exports')) })
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
    <Dialog isOpen title={words.title} close={close}>
      <Stack gap="md">
        <Text size="sm">{words.explain}</Text>
        <Select
          label={formatWord}
          data={choices.map(([value, label]) => ({ value, label }))}
          value={format}
          allowDeselect={false}
          onChange={(value) => value !== null && setFormat(value)}
        />
        {start.isError && <Failure error={start.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={close} data-autofocus>
            {words.back}
          </Button>
          <Button onClick={act} loading={start.isPending} disabled={isNobody}>
            {words.submit}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
