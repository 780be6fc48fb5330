import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { Link, useLocation } from 'wouter'
import { importDryRun, type ImportRecord } from '../../src/contract/imports/endpoints.ts'
import { useChange } from '../app/api.ts'
import { useInOrganization, useZone } from '../app/places.ts'
import { comma, instant } from '../design/figures.ts'
import { Page } from '../design/page.tsx'
import { Answered, Failure } from '../design/states.tsx'
import { reasonOf } from '../app/reach/reasons.ts'
import { badValueWords } from '../words/failed-rows.ts'
import { importWords, runWords as words } from '../words/imports.ts'
import { paramsOf, sourceOf } from './wizard/source.ts'
import { BadValues } from './bad-values.tsx'
import { ImportRows } from './rows.tsx'
import { isOver, useImport } from './data.ts'
import { Running } from './running.tsx'
import { fileName, Steps } from './steps.tsx'

/** Step 4: what would happen, before it does. */
export default function Preview() {
  const at = useInOrganization()
  const found = useImport()
  const record = found.data?.data
  return (
    <Page
      title={record === undefined ? importWords.title : importWords.into(record.mailing_list_name)}
      aside={record === undefined ? undefined : fileName(record)}
      parent={{ title: importWords.title, to: at('/imports') }}
    >
      <Answered of={found}>{({ data }) => <Shown of={data} />}</Answered>
    </Page>
  )
}

function Shown({ of }: { of: ImportRecord }) {
  const at = useInOrganization()
  const source = sourceOf(of)
  const to = (step: string) => {
    if (source === null) return null
    const params = paramsOf({ listId: of.mailing_list_id, source })
    params.set('step', step)
    return `${at('/imports/new')}?${params}`
  }
  return (
    <Stack gap="lg">
      <Steps now="preview" to={to} />
      {!isOver(of) && <Running of={of}>{words.trying}</Running>}
      {of.state === 'failed' && (
        <Alert variant="outline" color="var(--quiver-danger)" title={importWords.states.failed}>
          {reasonOf(of.error_message ?? '')}
        </Alert>
      )}
      {of.state === 'finished' && <Result of={of} back={to('rules')} />}
    </Stack>
  )
}

function mostFail({ stats }: ImportRecord): boolean {
  return 2 * stats.subscribers.failed > stats.records_imported
}

function Result({ of, back }: { of: ImportRecord; back: string | null }) {
  const zone = useZone()
  return (
    <>
      <Text fw={600} size="lg" role="status">
        {words.previewOf(of.stats.records_imported)}
      </Text>
      {of.added_statuses !== undefined && (
        <Text>{words.newNotActive(of.stats.subscribers.added, of.added_statuses)}</Text>
      )}
      {mostFail(of) && (
        <Alert
          variant="outline"
          color="var(--quiver-warning)"
          title={badValueWords.mostFail.title(of.stats.subscribers.failed, of.stats.records_imported)}
        >
          {badValueWords.mostFail.text}
        </Alert>
      )}
      <BadValues of={of} rules={back} />
      <ImportRows of={of} />
      <Start of={of} back={back} />
      {of.importable_until !== undefined && of.real_import_id === undefined && (
        <Text size="sm" c="dimmed">
          {words.expires(instant(of.importable_until, zone))}
        </Text>
      )}
    </>
  )
}

function Start({ of, back }: { of: ImportRecord; back: string | null }) {
  const [, go] = useLocation()
  const at = useInOrganization()
  const start = useChange(importDryRun, { done: ({ id }) => go(at(`/imports/${id}`)) })
  if (of.real_import_id !== undefined) {
    return (
      <Text>
        {`${words.became} `}
        <Anchor component={Link} href={at(`/imports/${of.real_import_id}`)}>
          {words.toImport}
        </Anchor>
      </Text>
    )
  }
  if (of.importable_until === undefined) return <Text c="var(--quiver-warning)">{words.gone}</Text>
  const { added, updated } = of.stats.subscribers
  const label = words.importNow(added, updated)
  const pruned = of.stats.prune?.pruned ?? 0
  const what = [label, pruned > 0 ? words.pruning(pruned) : ''].filter((part) => part !== '').join(comma)
  return (
    <>
      {start.isError && <Failure error={start.error} />}
      <Group>
        {back !== null && (
          <Button variant="default" component={Link} href={back}>
            {importWords.back}
          </Button>
        )}
        <Button
          variant={mostFail(of) ? 'default' : 'filled'}
          onClick={() => start.mutate({ params: { id: of.id } })}
          loading={start.isPending}
          disabled={what === ''}
        >
          {what === '' ? words.importNothing : mostFail(of) ? words.importAnyway(what) : what}
        </Button>
      </Group>
    </>
  )
}
