import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { Link, useLocation } from 'wouter'
import { createSubscriberImport, type ImportRecord } from '../../../src/contract/imports/endpoints.ts'
import { showSubscriberImportFailures, type Failures } from '../../../src/contract/imports/failures.ts'
import { useCall, useChange } from '../../app/api.ts'
import { useInOrganization, useQueryParam } from '../../app/places.ts'
import { Page, Panel } from '../../design/page.tsx'
import { Answered, Empty, Failure } from '../../design/states.tsx'
import { failedWords as words } from '../../words/failed-rows.ts'
import { importWords } from '../../words/imports.ts'
import { useImport } from '../data.ts'
import { fileName } from '../steps.tsx'
import { paramsOf } from '../wizard/source.ts'
import { useEdits } from './edits.ts'
import { Grid } from './grid.tsx'
import { useFailedRows } from './load.ts'
import { Replace } from './replace.tsx'
import { csvOf, rulesOf, without } from './rules.ts'
import { Summary } from './summary.tsx'

/** What is wrong with the rows that failed, what to do about each kind of it, and the rows to correct by hand. */
export default function FailedRows() {
  const at = useInOrganization()
  const found = useImport()
  const record = found.data?.data
  return (
    <Page
      title={words.title}
      aside={record === undefined ? undefined : fileName(record)}
      lead={words.lead}
      parent={{ title: importWords.title, to: at('/imports') }}
    >
      <Answered of={found}>{({ data }) => <Summed of={data} />}</Answered>
    </Page>
  )
}

function Summed({ of }: { of: ImportRecord }) {
  const failures = useCall(showSubscriberImportFailures, { params: { id: of.id } })
  return (
    <Answered of={failures}>
      {({ data }) =>
        data.rows === 0 ? (
          <Panel flush>
            <Empty {...words.none} />
          </Panel>
        ) : (
          <Correct of={of} failures={data} />
        )
      }
    </Answered>
  )
}

function Correct({ of, failures }: { of: ImportRecord; failures: Failures }) {
  const [, go] = useLocation()
  const at = useInOrganization()
  const [given, choose] = useQueryParam('problem')
  const chosen = failures.failures.find(({ problem }) => problem === given)
  const edits = useEdits()
  const { found, rows } = useFailedRows(of.id, chosen?.problem ?? '')
  const create = useChange(createSubscriberImport, { done: ({ id }) => go(at(`/imports/${id}`)) })
  const send = (changes: object) =>
    create.mutate({
      params: { mailing_list_id: of.mailing_list_id },
      body: { ...rulesOf(of), ...changes } as never,
    })
  const titles = titlesOf(of, failures)
  const { hasNextPage, isFetching, isError, fetchNextPage } = found
  const shown = rows.filter((row) => !edits.isOut(row))
  return (
    <Stack gap="md">
      <Summary
        of={of}
        failures={failures}
        titles={titles}
        chosen={chosen?.problem ?? ''}
        choose={choose}
        edits={edits}
        importWithout={(column) => send(without(of, column))}
        isPending={create.isPending}
      />
      {create.isError && <Failure error={create.error} />}
      <Ways of={of} ready={edits.ready} isPending={create.isPending} send={send} />
      {chosen?.column != null && (
        <Replace
          key={chosen.problem}
          failure={chosen}
          title={titles[chosen.column - 1] ?? ''}
          replace={(change) => edits.replace(shown, (chosen.column ?? 1) - 1, change)}
          loaded={shown.length}
        />
      )}
      <Answered of={found}>
        {() => (
          <Grid
            key={chosen?.problem ?? ''}
            rows={shown}
            titles={titles}
            edits={edits}
            isBusy={isFetching}
            more={hasNextPage && !isFetching && !isError ? () => void fetchNextPage() : null}
            loaded={words.loaded(rows.length, chosen?.count ?? of.stats.subscribers.failed)}
          />
        )}
      </Answered>
    </Stack>
  )
}

type WaysProps = {
  of: ImportRecord
  /** The cells of corrected rows. */
  ready: readonly (readonly string[])[]
  isPending: boolean
  send: (changes: object) => void
}

function Ways({ of, ready, isPending, send }: WaysProps) {
  const at = useInOrganization()
  return (
    <Group gap="md">
      <Button
        loading={isPending}
        disabled={ready.length === 0}
        onClick={() =>
          send({
            file_source: {
              type: 'json',
              content: csvOf(ready),
              filename: words.corrected(fileName(of)),
            },
          })
        }
      >
        {words.submit(ready.length)}
      </Button>
      <Anchor component={Link} href={`${at('/imports/new')}?${anew(of)}`}>
        {words.anew}
      </Anchor>
      <Text size="sm" c="dimmed">
        {words.onlyChanged}
      </Text>
    </Group>
  )
}

function anew(of: ImportRecord): string {
  const source = { type: 'failed_rows' as const, import_id: of.id }
  return String(paramsOf({ listId: of.mailing_list_id, source }))
}

/** What columns mean, and those that are not imported by their headings in the file. */
function titlesOf({ column_mapping: mapping }: ImportRecord, { header }: Failures): string[] {
  return mapping.map((name, index) => words.columnTitle(name, header?.[index] ?? '', index + 1))
}
