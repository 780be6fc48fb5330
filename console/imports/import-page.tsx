import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { Link } from 'wouter'
import {
  createSubscriberImport,
  undoSubscriberImport,
  type ImportRecord,
} from '../../src/contract/imports/endpoints.ts'
import { useMay } from '../app/may.ts'
import { useInOrganization, useZone } from '../app/places.ts'
import { instant } from '../design/figures.ts'
import { Page, Panel } from '../design/page.tsx'
import { Answered } from '../design/states.tsx'
import { reasonOf } from '../app/reach/reasons.ts'
import { importWords, runWords as words } from '../words/imports.ts'
import { BadValues } from './bad-values.tsx'
import { ImportRows } from './rows.tsx'
import { isOver, useImport } from './data.ts'
import { isAhead, Running } from './running.tsx'
import { fileName, Steps } from './steps.tsx'

/** One import: how far it is, what became of the rows, and what one can do now. */
export default function Import() {
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
  const before = of.dry_run_id
  return (
    <Stack gap="lg">
      {before !== undefined && (
        <Steps now="run" to={(step) => (step === 'preview' ? at(`/imports/${before}/preview`) : null)} />
      )}
      {isOver(of) || of.undo !== undefined ? <Done of={of} /> : <Running of={of} />}
      <BadValues of={of} />
      {of.stats.records_imported > 0 && <ImportRows of={of} />}
    </Stack>
  )
}

function Done({ of }: { of: ImportRecord }) {
  const { added, updated, failed } = of.stats.subscribers
  const at = useInOrganization()
  const may = useMay()
  const sentences = [
    ...(added > 0 ? [words.added(added, of.added_statuses)] : []),
    ...(updated > 0 ? [words.changed(updated)] : []),
    ...(added + updated === 0 ? [words.nothing] : []),
  ]
  return (
    <Panel>
      <Stack gap="sm">
        {of.state !== 'finished' && (
          <Alert
            variant="outline"
            color={of.state === 'failed' ? 'var(--quiver-danger)' : 'var(--quiver-warning)'}
            title={importWords.states[of.state]}
          >
            {reasonOf(of.error_message ?? '')}
          </Alert>
        )}
        <Text size="lg" fw={600} role="status">
          {sentences.join(' ')}
        </Text>
        <Group gap="lg">
          <Anchor component={Link} href={at(`/lists/${of.mailing_list_id}`)}>
            {words.see}
          </Anchor>
          {failed > 0 && may(createSubscriberImport) && (
            <Anchor component={Link} href={at(`/imports/${of.id}/rows/failed`)}>
              {words.failedRows(failed)}
            </Anchor>
          )}
          <UndoLink of={of} />
        </Group>
      </Stack>
    </Panel>
  )
}

const undoDays = 7

function UndoLink({ of }: { of: ImportRecord }) {
  const at = useInOrganization()
  const zone = useZone()
  const may = useMay()
  if (of.undo !== undefined) {
    const said = of.undo.state === 'finished' ? words.undone : words.undoing
    return (
      <Text>
        {`${said} `}
        <Anchor component={Link} href={at(`/imports/${of.id}/undo`)}>
          {words.seeUndo}
        </Anchor>
      </Text>
    )
  }
  const until = of.finished_at === null ? 0 : Date.parse(of.finished_at) + undoDays * 86_400_000
  const { added, updated } = of.stats.subscribers
  const hasChanged = added + updated + (of.stats.prune?.pruned ?? 0) > 0
  if (!hasChanged || of.keep_for_undo === false || !isAhead(until) || !may(undoSubscriberImport)) return null
  return (
    <Button variant="default" component={Link} href={at(`/imports/${of.id}/undo`)}>
      {words.undo(instant(until, zone))}
    </Button>
  )
}
