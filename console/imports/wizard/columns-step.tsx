import { Button, Group, Stack, Table, Text, VisuallyHidden } from '@mantine/core'
import { useRef, useState } from 'react'
import type { Inspection } from '../../../src/contract/imports/inspection.ts'
import { listCustomFields } from '../../../src/contract/lists/custom-fields.ts'
import { useCall } from '../../app/api.ts'
import { hasSingleKeys } from '../../app/palette/single-keys.ts'
import { Panel } from '../../design/page.tsx'
import { columnWords as words } from '../../words/imports.ts'
import { ColumnHeads } from './column-heads.tsx'
import { ColumnMeaning } from './column-meaning.tsx'
import { choicesLost, choicesOf, optOutChoice, optOutsOf, type ColumnChoice, type Draft } from './draft.ts'
import { FileFacts } from './file-facts.tsx'
import { optOutId, OptOuts } from './opt-outs.tsx'

type Props = {
  listId: number
  inspection: Inspection
  draft: Draft
  change: (change: Partial<Draft>) => void
  next: () => void
  isOld: boolean
}

/** Step 2: the file as a table that reads like the file; above each column its meaning. */
export function ColumnsStep({ listId, inspection, draft, change, next, isOld }: Props) {
  const choices = choicesOf(inspection, draft)
  const problem = problemOf(inspection, draft, choices)
  const going = useRef<HTMLButtonElement>(null)
  const [said, say] = useState('')
  const takeAll = () => {
    change({ columns: {} })
    say(words.allTaken)
    const open = optOutsOf(inspection).find((column) => optOutChoice(column, draft) === null)
    if (open === undefined) going.current?.focus()
    else document.getElementById(optOutId(open.number))?.focus()
  }
  return (
    <Stack gap="md">
      <FileFacts inspection={inspection} format={draft.format} change={(format) => change({ format })} />
      {!isOld && <Lost choices={choicesLost(inspection, draft)} />}
      <Panel flush>
        <FileTable
          listId={listId}
          inspection={inspection}
          choices={choices}
          isOld={isOld}
          choose={(number, choice) => {
            const among = inspection.columns.length
            change({ columns: { ...draft.columns, [number]: { ...choice, among } } })
          }}
          takeAll={takeAll}
        />
      </Panel>
      <Group gap="md">
        <Text size="sm" c="dimmed">
          {words.keys(hasSingleKeys())}
        </Text>
        {Object.keys(draft.columns).length > 0 && (
          <Button variant="default" size="xs" onClick={takeAll}>
            {words.takeAll}
          </Button>
        )}
        <VisuallyHidden role="status">{said}</VisuallyHidden>
      </Group>
      <OptOuts inspection={inspection} draft={draft} change={change} />
      {inspection.warnings.map((warning) => (
        <Text key={warning} c="var(--quiver-warning)">
          {warning}
        </Text>
      ))}
      <Group gap="md">
        <Button ref={going} onClick={next} disabled={problem !== null || isOld}>
          {words.next}
        </Button>
        <Text role="status" c={problem === null ? 'dimmed' : 'var(--quiver-danger)'}>
          {problem ?? words.rowsRead(inspection.rows_read, inspection.is_whole)}
        </Text>
      </Group>
    </Stack>
  )
}

function Lost({ choices }: { choices: number }) {
  if (choices === 0) return null
  return (
    <Text role="status" c="var(--quiver-warning)">
      {words.choicesLost(choices)}
    </Text>
  )
}

function problemOf(inspection: Inspection, draft: Draft, choices: readonly ColumnChoice[]): string | null {
  const names = choices.map(({ field }) => field.trim().toLowerCase()).filter((name) => name !== '')
  if (!names.includes('email')) return words.noEmail
  const twice = choices.find(
    ({ field }) => names.filter((name) => name === field.trim().toLowerCase()).length > 1,
  )
  if (twice !== undefined) return words.twice(words.names[twice.field] ?? twice.field)
  const isOpen = optOutsOf(inspection).some((column) => optOutChoice(column, draft) === null)
  return isOpen ? words.optOut.decide : null
}

type TableProps = {
  listId: number
  inspection: Inspection
  choices: readonly ColumnChoice[]
  choose: (column: number, choice: ColumnChoice) => void
  takeAll: () => void
  isOld: boolean
}

const rowsShown = 8

function FileTable({ listId, inspection, choices, choose, takeAll, isOld }: TableProps) {
  const fields = useCall(listCustomFields, { params: { mailing_list_id: listId }, query: { per_page: 2000 } })
  const known = fields.data?.data ?? []
  return (
    <Table.ScrollContainer minWidth={inspection.columns.length * 190} tabIndex={0} aria-label={words.table}>
      <Table verticalSpacing={6} style={{ opacity: isOld ? 0.55 : 1 }}>
        <Table.Thead>
          <ColumnHeads columns={inspection.columns} takeAll={takeAll} />
          <Table.Tr style={{ verticalAlign: 'top' }}>
            {inspection.columns.map((column, index) => (
              <Table.Td key={column.number} miw={180}>
                <ColumnMeaning
                  column={column}
                  choice={choices[index] ?? { field: '', newType: null }}
                  fields={known}
                  choose={(choice) => choose(column.number, choice)}
                />
              </Table.Td>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {inspection.rows.slice(0, rowsShown).map((cells, row) => (
            <Table.Tr key={row}>
              {inspection.columns.map(({ number }, index) => (
                <Table.Td
                  key={number}
                  c={choices[index]?.field === '' ? 'dimmed' : undefined}
                  maw={260}
                  style={{ overflowWrap: 'anywhere' }}
                >
                  {cells[index] ?? ''}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
