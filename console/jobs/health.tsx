import { List, SimpleGrid } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleOff } from '@tabler/icons-react'
import { showHealth, type Health } from '../../src/contract/jobs/health.ts'
import { useCall } from '../app/api.ts'
import { useZone } from '../app/places.ts'
import { Facts, State } from '../design/facts.tsx'
import { comma, count, instant, instantWithoutZone, size } from '../design/figures.ts'
import { duration, orMore } from '../words/audience/amounts.ts'
import { Page, Panel } from '../design/page.tsx'
import { Answered } from '../design/states.tsx'
import { Rows, type Column } from '../design/table.tsx'
import { healthWords as words } from '../words/jobs.ts'
import { problemsOf } from './problems.ts'

export default function HealthPage() {
  const zone = useZone()
  const health = useCall(showHealth, {}, { everyMs: 5_000 })
  const at = health.data?.data.checked_at
  return (
    <Page title={words.title} lead={words.lead} aside={at && words.at(instant(at, zone))}>
      <Answered of={health}>{({ data }) => <Look at={data} />}</Answered>
    </Page>
  )
}

function Look({ at: health }: { at: Health }) {
  const problems = problemsOf(health)
  const { disk } = health
  return (
    <>
      <Panel>
        {problems.length === 0 ? (
          <State icon={IconCircleCheck} tone="success" word={words.fine} />
        ) : (
          <>
            <State icon={IconAlertTriangle} tone="danger" word={words.attention} />
            <List mt="xs">
              {problems.map((problem) => (
                <List.Item key={problem}>{problem}</List.Item>
              ))}
            </List>
          </>
        )}
      </Panel>
      <Queues of={health} />
      <SimpleGrid cols={{ base: 1, md: 3 }}>
        <Panel title={words.server.title}>
          <Facts
            of={[
              { word: words.server.version, value: health.version },
              { word: words.server.workers, value: count(health.import_workers) },
            ]}
          />
        </Panel>
        <Panel title={words.disk.title}>
          <Facts
            of={[
              {
                word: words.disk.free,
                value: words.disk.ofTotal(size(disk.free_bytes), size(disk.total_bytes)),
              },
              { word: words.disk.spool, value: size(disk.spool_bytes) },
            ]}
          />
        </Panel>
        <DatabasePanel of={health} />
      </SimpleGrid>
      <Processes of={health} />
    </>
  )
}

function DatabasePanel({ of: { database, last_backup_at: backupAt } }: { of: Health }) {
  const zone = useZone()
  return (
    <Panel title={words.database.title}>
      <Facts
        of={[
          { word: words.database.version, value: database.version },
          { word: words.database.size, value: size(database.size_bytes) },
          {
            word: words.database.connections,
            value: words.disk.ofTotal(count(database.connections), count(database.connections_max)),
          },
          { word: words.database.transaction, value: duration(database.oldest_transaction_seconds) },
          {
            word: words.database.backup,
            value: backupAt === null ? words.database.noBackup : instant(backupAt, zone),
          },
        ]}
      />
    </Panel>
  )
}

type Queue = Health['queues'][number]

function Queues({ of: { queues } }: { of: Health }) {
  const zone = useZone()
  const columns: Column<Queue>[] = [
    { key: 'name', word: words.queues.name, show: ({ name }) => words.queues.names[name] },
    { key: 'waiting', word: words.queues.waiting, isNumber: true, show: ({ waiting }) => counted(waiting) },
    {
      key: 'running',
      word: words.queues.running,
      isNumber: true,
      show: ({ running }) => (running === null ? '' : counted(running)),
    },
    {
      key: 'oldest',
      word: words.queues.oldest(zone),
      show: ({ oldest_due_at: time }) => (time === null ? '' : instantWithoutZone(time, zone)),
    },
  ]
  return (
    <Panel title={words.queues.title} flush>
      <Rows caption={words.queues.title} columns={columns} rows={queues} keyOf={({ name }) => name} />
    </Panel>
  )
}

/** The server counts to ten thousand. */
function counted(value: number): string {
  return orMore(count(value), value < 10_000)
}

type Process = Health['processes'][number]

function Processes({ of: { processes } }: { of: Health }) {
  const zone = useZone()
  const columns: Column<Process>[] = [
    { key: 'name', word: words.processes.name, show: ({ name }) => name },
    {
      key: 'part',
      word: words.processes.part,
      show: ({ part, imports }) =>
        [words.processes.parts[part], ...(imports ? [words.processes.imports] : [])].join(comma),
    },
    {
      key: 'state',
      word: words.processes.state,
      show: ({ running }) =>
        running ? (
          <State icon={IconCircleCheck} tone="success" word={words.processes.runs} />
        ) : (
          <State icon={IconCircleOff} tone="calm" word={words.processes.gone} />
        ),
    },
    {
      key: 'seen',
      word: words.processes.seen(zone),
      show: ({ seen_at: time }) => instantWithoutZone(time, zone),
    },
  ]
  return (
    <Panel title={words.processes.title} flush>
      <Rows
        caption={words.processes.title}
        columns={columns}
        rows={processes}
        keyOf={({ name, seen_at: at }) => name + at}
      />
    </Panel>
  )
}
