import { Anchor, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { Link } from 'wouter'
import {
  cancelSubscriberExport,
  createSubscriberExport,
  endSubscriberExportFile,
  type ExportRecord,
} from '../../src/contract/exports/endpoints.ts'
import { useChange } from '../app/api.ts'
import { useMay } from '../app/may.ts'
import { useInOrganization, usePageParam, useZone } from '../app/places.ts'
import { comma, count, instant, instantWithoutZone, percent } from '../design/figures.ts'
import { Page, Panel } from '../design/page.tsx'
import { Answered, Empty, Failure } from '../design/states.tsx'
import { Pages, Rows, type Column } from '../design/table.tsx'
import { reasonOf } from '../app/reach/reasons.ts'
import { exportWords as words } from '../words/exports.ts'
import { columnName } from './columns.tsx'
import { useExports } from './data.ts'

/** Every export; running ones move, finished ones can be downloaded until their file expires. */
export default function Exports() {
  const may = useMay()
  const at = useInOrganization()
  const [page, turn] = usePageParam()
  const exports = useExports({ page, per_page: 50 })
  const start = may(createSubscriberExport) && (
    <Button component={Link} href={at('/exports/new')}>
      {words.start}
    </Button>
  )
  return (
    <Page title={words.title} lead={words.lead} actions={start}>
      <Panel flush>
        <Answered of={exports}>
          {({ data, paging }) =>
            data.length === 0 ? (
              <Empty {...words.empty} pageAction={start} />
            ) : (
              <>
                <ExportRows rows={data} isOld={exports.isPlaceholderData} />
                <Pages paging={paging} turn={turn} />
              </>
            )
          }
        </Answered>
      </Panel>
    </Page>
  )
}

function ExportRows({ rows, isOld }: { rows: readonly ExportRecord[]; isOld: boolean }) {
  const zone = useZone()
  const columns: Column<ExportRecord>[] = [
    { key: 'list', word: words.list, show: ({ mailing_list_name: name }) => name },
    { key: 'who', word: words.who, show: whoOf },
    { key: 'columns', word: words.columns, show: columnsOf },
    { key: 'state', word: words.state, show: (row) => <State row={row} /> },
    {
      key: 'people',
      word: words.people,
      isNumber: true,
      show: ({ stats }) => count(stats.records_exported),
    },
    { key: 'file', word: words.file, show: (row) => <File row={row} /> },
    {
      key: 'created',
      word: words.created(zone),
      show: (row) => instantWithoutZone(row.created_at, zone),
    },
  ]
  return <Rows caption={words.title} columns={columns} rows={rows} keyOf={({ id }) => id} isOld={isOld} />
}

function whoOf({ segment_name: segment, statuses }: ExportRecord): string {
  const said = [segment ?? '', ...(statuses ?? []).map((name) => words.statuses[name])]
  return said.filter((part) => part !== '').join(comma) || words.everybody
}

/** In the order of the file; of long files the first. */
function columnsOf({ columns }: ExportRecord): string {
  if (columns === null) return words.allColumns
  const names = columns.slice(0, columnsShown).map(columnName)
  return columns.length > columnsShown
    ? `${names.join(comma)}${comma}… (${columns.length})`
    : names.join(comma)
}

const columnsShown = 4

function State({ row: { state, stats, error_message: problem } }: { row: ExportRecord }) {
  const { number_of_records: all, records_exported: done } = stats
  if (problem !== null) return <Text c="var(--quiver-danger)">{reasonOf(problem)}</Text>
  if (state !== 'exporting' || all === null || all === 0) return words.states[state]
  return (
    <Group gap="xs" wrap="nowrap">
      <Progress value={(100 * done) / all} w={80} aria-label={words.progress} />
      {percent(done, all)}
    </Group>
  )
}

function File({ row: { id, state, file, file_format: format } }: { row: ExportRecord }) {
  const zone = useZone()
  const cancel = useChange(cancelSubscriberExport)
  const end = useChange(endSubscriberExportFile)
  if (state === 'scheduled' || state === 'exporting') {
    return (
      <>
        <Button
          variant="default"
          size="xs"
          loading={cancel.isPending}
          onClick={() => cancel.mutate({ params: { id } })}
        >
          {words.cancel}
        </Button>
        {cancel.isError && <Failure error={cancel.error} />}
      </>
    )
  }
  if (state !== 'finished') return null
  if (file === null) return <Text c="dimmed">{words.gone}</Text>
  return (
    <Stack gap={0}>
      <Anchor href={file.download_url} download={file.name}>
        {words.download(file.size_bytes)}
      </Anchor>
      <Text size="xs" c="dimmed">
        {`${words.format(format.type, format.csv_field_separator, format.gzip)}, `}
        {words.until(instant(file.expires_at, zone))}
      </Text>
      <Anchor
        component="button"
        size="xs"
        disabled={end.isPending}
        onClick={() => end.mutate({ params: { id } })}
      >
        {words.endLink}
      </Anchor>
      {end.isError && <Failure error={end.error} />}
    </Stack>
  )
}
