import { Button, Checkbox, Group, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { listCustomFields } from '../../../src/contract/lists/custom-fields.ts'
import { createBulkChange } from '../../../src/contract/subscribers/bulk-changes.ts'
import { useCall, useChange } from '../../app/api.ts'
import { ListSelect } from '../../resources/choose/list-select.tsx'
import { areMany } from '../../design/choices.ts'
import { Danger, Dialog } from '../../design/confirm.tsx'
import { Failure } from '../../design/states.tsx'
import { bulkWords as words, type BulkKind } from '../../words/audience/subscribers.ts'
import { FieldInput } from '../field-input.tsx'
import type { FieldValue } from '../record.ts'
import { chosenOf, isNobody, saidOf, usePeople, whoOf, type Matching } from './people.ts'
import type { Selection } from './selection.ts'

type BulkDialogProps = { kind: BulkKind; selection: Selection; matching: Matching; close: () => void }

/** Says what will happen and to how many, then leaves it to the server. */
export function BulkDialog({ kind, selection, matching, close }: BulkDialogProps) {
  const chosen = chosenOf(selection, matching)
  const people = usePeople(matching, selection)
  const [given, setGiven] = useState<Given>({ field: null, value: null, to: null, flag: false })
  const start = useChange(createBulkChange, {
    done: () => {
      selection.clear()
      close()
    },
  })
  const act = () =>
    start.mutate({
      params: { mailing_list_id: matching.listId },
      body: { selection: chosen, ...requestOf(kind, given) },
    })
  const isOff =
    isNobody(people) || (kind === 'field' && given.field === null) || (kind === 'copy' && given.to === null)
  const submit = words.submit[kind](whoOf(people))
  return (
    <Dialog isOpen title={words.actions[kind]} close={close}>
      <Stack gap="md">
        <Text size="sm">{words.explain[kind](saidOf(people))}</Text>
        <Asked kind={kind} listId={matching.listId} given={given} change={setGiven} />
        {start.isError && <Failure error={start.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={close} data-autofocus>
            {words.back}
          </Button>
          {kind === 'delete' ? (
            <Danger onClick={act} loading={start.isPending} disabled={isOff}>
              {submit}
            </Danger>
          ) : (
            <Button onClick={act} loading={start.isPending} disabled={isOff}>
              {submit}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  )
}

type Given = { field: number | null; value: FieldValue; to: number | null; flag: boolean }

function requestOf(kind: BulkKind, { field, value, to, flag }: Given) {
  if (kind === 'delete') return { action: 'delete' as const }
  if (kind === 'field') return { action: 'set_field' as const, custom_field_id: field, value }
  if (kind === 'copy') return { action: 'copy' as const, to_mailing_list_id: to, skip_autoresponders: !flag }
  const status = { leave: 'unsubscribed', deactivate: 'deactivated', activate: 'active' } as const
  return { action: 'set_status' as const, status: status[kind], despite_departure: flag }
}

type AskedProps = { kind: BulkKind; listId: number; given: Given; change: (given: Given) => void }

function Asked({ kind, listId, given, change }: AskedProps) {
  const params = { mailing_list_id: listId }
  const fields = useCall(
    listCustomFields,
    { params, query: { per_page: 2000 } },
    { enabled: kind === 'field' },
  )
  const flag = (label: string) => (
    <Checkbox
      label={label}
      checked={given.flag}
      onChange={({ currentTarget: { checked } }) => change({ ...given, flag: checked })}
    />
  )
  if (kind === 'activate') return flag(words.despite)
  if (kind === 'copy') {
    return (
      <>
        <ListSelect
          label={words.toList}
          but={listId}
          value={given.to}
          onChange={(to) => change({ ...given, to })}
        />
        {flag(words.greet)}
      </>
    )
  }
  if (kind !== 'field') return null
  const known = fields.data?.data ?? []
  const field = known.find(({ id }) => id === given.field)
  return (
    <>
      <Select
        label={words.field}
        data={known.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={given.field === null ? null : String(given.field)}
        onChange={(id) => change({ ...given, field: id === null ? null : Number(id), value: null })}
        searchable={areMany(known)}
      />
      {field !== undefined && (
        <FieldInput field={field} value={given.value} change={(value) => change({ ...given, value })} />
      )}
    </>
  )
}
