import { Anchor, Badge, Button, Group, Progress, SegmentedControl } from '@mantine/core'
import { Link } from 'wouter'
import {
  createSubscriberImport,
  type ImportElement,
  type ImportScope,
} from '../../src/contract/imports/endpoints.ts'
import { listUploads } from '../../src/contract/imports/uploads.ts'
import { useMay } from '../app/may.ts'
import { useInOrganization, usePageParam, useQueryParam, useZone } from '../app/places.ts'
import { count, instantWithoutZone, percent } from '../design/figures.ts'
import { Page, Panel } from '../design/page.tsx'
import { Answered, Empty } from '../design/states.tsx'
import { Pages, Rows, type Column } from '../design/table.tsx'
import { importWords as words } from '../words/imports.ts'
import { useImports } from './data.ts'
import { fileName } from './steps.tsx'
import { UnfinishedUploads } from './wizard/unfinished.tsx'

const scopes = ['recent', 'active', 'all'] as const satisfies readonly ImportScope[]

/** Every import of the organization; running ones move. */
export default function Imports() {
  const may = useMay()
  const at = useInOrganization()
  const [page, turn] = usePageParam()
  const [given, setScope] = useQueryParam('show', 'recent')
  const scope = scopes.find((one) => one === given) ?? 'recent'
  const imports = useImports({ scope, page, per_page: 50 })
  const start = may(createSubscriberImport) && (
    <Button component={Link} href={at('/imports/new')}>
      {words.start}
    </Button>
  )
  return (
    <Page title={words.title} lead={words.lead} actions={start}>
      {may(listUploads) && <UnfinishedUploads />}
      <SegmentedControl
        aria-label={words.filter.label}
        value={scope}
        onChange={setScope}
        data={scopes.map((value) => ({ value, label: words.filter[value] }))}
        style={{ alignSelf: 'flex-start' }}
      />
      <Panel flush>
        <Answered of={imports}>
          {({ data, paging }) =>
            data.length === 0 ? (
              <Empty {...words.empty} pageAction={start} />
            ) : (
              <>
                <ImportRows rows={data} isOld={imports.isPlaceholderData} />
                <Pages paging={paging} turn={turn} />
              </>
            )
          }
        </Answered>
      </Panel>
    </Page>
  )
}

function ImportRows({ rows, isOld }: { rows: readonly ImportElement[]; isOld: boolean }) {
  const at = useInOrganization()
  const zone = useZone()
  const columns: Column<ImportElement>[] = [
    {
      key: 'file',
      word: words.file,
      place: 'lead',
      show: (row) => (
        <Group gap="xs">
          <Anchor component={Link} href={at(`/imports/${row.id}${row.dry_run ? '/preview' : ''}`)}>
            {fileName(row)}
          </Anchor>
          {row.dry_run && (
            <Badge variant="outline" color="gray" tt="none">
              {words.dryRun}
            </Badge>
          )}
        </Group>
      ),
    },
    { key: 'list', word: words.list, show: ({ mailing_list_name: name }) => name },
    { key: 'state', word: words.state, show: (row) => <State row={row} /> },
    {
      key: 'rows',
      word: words.rowsHead,
      isNumber: true,
      show: ({ stats }) => count(stats.records_imported),
    },
    {
      key: 'began',
      word: words.began(zone),
      place: 'wide',
      show: (row) => instantWithoutZone(row.begins_at, zone),
    },
  ]
  return (
    <Rows
      caption={words.title}
      columns={columns}
      rows={rows}
      keyOf={({ id }) => id}
      isOld={isOld}
      isCompact
    />
  )
}

function State({ row: { state, stats } }: { row: ImportElement }) {
  const { number_of_records: all, records_imported: done } = stats
  if (state !== 'importing' || all === null || all === 0) return words.states[state]
  return (
    <Group gap="xs" wrap="nowrap">
      <Progress value={(100 * done) / all} w={80} aria-label={words.states[state]} />
      {percent(done, all)}
    </Group>
  )
}
