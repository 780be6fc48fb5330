import { Button, Checkbox, Group, Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { createSubscriberExport } from '../../src/contract/exports/endpoints.ts'
import { subscriberStatuses } from '../../src/contract/imports/states.ts'
import { listCustomFields } from '../../src/contract/lists/custom-fields.ts'
import { useCall, useChange } from '../app/api.ts'
import { useAskBeforeClosing, useIsChanged } from '../app/reach/unsaved.ts'
import { useInOrganization, useQueryParam, withParam } from '../app/places.ts'
import { ListSelect, useFirstLists } from '../resources/choose/list-select.tsx'
import { SegmentSelect } from '../resources/choose/segment-select.tsx'
import { Page, Panel } from '../design/page.tsx'
import { Answered, Failure } from '../design/states.tsx'
import { exportWords } from '../words/exports.ts'
import { Columns } from './columns.tsx'

const words = exportWords.new

export default function NewExport() {
  const at = useInOrganization()
  const lists = useFirstLists()
  return (
    <Page title={words.title} parent={{ title: exportWords.title, to: at('/exports') }}>
      <Panel>
        <Answered of={lists}>{({ data }) => <Choices first={data[0]?.id} />}</Answered>
      </Panel>
    </Page>
  )
}

type Format = keyof typeof words.formats

function Choices({ first }: { first: number | undefined }) {
  const [, go] = useLocation()
  const at = useInOrganization()
  const [, setParams] = useSearchParams()
  const [list] = useQueryParam('list', String(first ?? ''))
  const [segment, setSegment] = useQueryParam('segment')
  const [statuses, setStatuses] = useState<string[]>([])
  const [columns, setColumns] = useState<string[]>([])
  const [format, setFormat] = useState<Format>('csv')
  const [gzip, setGzip] = useState(false)
  const create = useChange(createSubscriberExport, { done: () => go(at('/exports')) })
  const [isGuarded, setGuarded] = useState(true)
  const body = bodyOf({ segment, statuses, columns, format, gzip, isGuarded })
  useAskBeforeClosing(useIsChanged(body, create))
  const submit = () => create.mutate({ params: { mailing_list_id: Number(list) }, body })
  return (
    <Stack gap="lg" maw="36rem">
      <ListSelect
        label={words.list}
        allowDeselect={false}
        value={list === '' ? null : Number(list)}
        onChange={(id) => {
          // Segments and fields belong to a list. Two setters in a row would undo each other.
          setParams((now) => withParam(withParam(now, 'list', String(id ?? '')), 'segment', null), {
            replace: true,
          })
          setColumns([])
        }}
      />
      <Whom
        listId={Number(list)}
        segment={segment}
        setSegment={setSegment}
        columns={columns}
        setColumns={setColumns}
      />
      <Checkbox.Group
        label={words.statuses}
        description={words.statusesHint}
        value={statuses}
        onChange={setStatuses}
      >
        <Group mt="xs" gap="md">
          {subscriberStatuses.map((status) => (
            <Checkbox key={status} value={status} label={exportWords.statuses[status]} />
          ))}
        </Group>
      </Checkbox.Group>
      <As {...{ format, setFormat, gzip, setGzip, isGuarded, setGuarded }} />
      {create.isError && <Failure error={create.error} />}
      <Group>
        <Button onClick={submit} loading={create.isPending} disabled={list === ''}>
          {words.submit}
        </Button>
      </Group>
    </Stack>
  )
}

type Chosen = {
  segment: string
  statuses: string[]
  columns: string[]
  format: Format
  gzip: boolean
  isGuarded: boolean
}

function bodyOf({ segment, statuses, columns, format, gzip, isGuarded }: Chosen) {
  const chosen = subscriberStatuses.filter((status) => statuses.includes(status))
  return {
    ...(segment === '' ? {} : { segment_id: Number(segment) }),
    ...(chosen.length === 0 ? {} : { statuses: chosen }),
    ...(columns.length === 0 ? {} : { columns }),
    file_format: {
      type: format === 'jsonl' ? ('jsonl' as const) : ('csv' as const),
      gzip,
      ...(format === 'excel' ? { csv_field_separator: ';' as const } : {}),
      guard_formulas: format !== 'jsonl' && isGuarded,
    },
  }
}

type WhomProps = {
  listId: number
  segment: string
  setSegment: (id: string) => void
  columns: string[]
  setColumns: (names: string[]) => void
}

function Whom({ listId, segment, setSegment, columns, setColumns }: WhomProps) {
  const of = { params: { mailing_list_id: listId }, query: { per_page: 2000 } }
  const fields = useCall(listCustomFields, of, { enabled: listId > 0 })
  return (
    <>
      {listId > 0 && (
        <SegmentSelect
          listId={listId}
          besides={{ id: 0, name: words.whole }}
          label={words.segment}
          description={words.segmentHint}
          allowDeselect={false}
          value={Number(segment)}
          onChange={(id) => setSegment(id === null || id === 0 ? '' : String(id))}
        />
      )}
      <Columns fields={fields.data?.data ?? []} chosen={columns} change={setColumns} />
    </>
  )
}

type AsProps = {
  format: Format
  setFormat: (format: Format) => void
  gzip: boolean
  setGzip: (is: boolean) => void
  isGuarded: boolean
  setGuarded: (is: boolean) => void
}

const formats = Object.entries(words.formats) as [Format, string][]

function As({ format, setFormat, gzip, setGzip, isGuarded, setGuarded }: AsProps) {
  return (
    <>
      <Radio.Group label={words.format} value={format} onChange={(value) => setFormat(value)}>
        <Stack gap="xs" mt="xs">
          {formats.map(([value, label]) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </Stack>
      </Radio.Group>
      <Checkbox
        label={words.gzip}
        checked={gzip}
        onChange={(event) => setGzip(event.currentTarget.checked)}
      />
      {format !== 'jsonl' && (
        <Checkbox
          label={words.guard}
          description={words.guardHint}
          checked={isGuarded}
          onChange={(event) => setGuarded(event.currentTarget.checked)}
        />
      )}
    </>
  )
}
