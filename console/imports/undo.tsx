import { Anchor, Button, Group, List, Progress, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { mounts } from '../../src/contract/api/endpoint.ts'
import { undoSubscriberImport, type ImportRecord } from '../../src/contract/imports/endpoints.ts'
import { previewSubscriberImportUndo } from '../../src/contract/imports/rows.ts'
import { undoClasses, type UndoClass } from '../../src/contract/imports/undo.ts'
import { useCall, useChange } from '../app/api.ts'
import { useInOrganization, useZone } from '../app/places.ts'
import { serverUrl } from '../app/root.ts'
import { instant } from '../design/figures.ts'
import { Page, Panel } from '../design/page.tsx'
import { Answered, Failure, Loading } from '../design/states.tsx'
import { importWords, undoWords as words } from '../words/imports.ts'
import { useImport } from './data.ts'
import { fileName } from './steps.tsx'

/** What an undo would do, the button, and then what it did. */
export default function Undo() {
  const at = useInOrganization()
  const found = useImport()
  const record = found.data?.data
  return (
    <Page
      title={record === undefined ? importWords.title : words.title(record.id)}
      aside={record === undefined ? undefined : fileName(record)}
      parent={{ title: importWords.title, to: at('/imports') }}
    >
      <Answered of={found}>
        {({ data }) =>
          data.undo === undefined || data.undo.state === 'failed' ? <Before of={data} /> : <After of={data} />
        }
      </Answered>
    </Page>
  )
}

/** Each call counts for some seconds; the next one continues, until all people have been examined. */
function usePreview(id: number) {
  const [continuation, goOn] = useState<string>()
  const query = continuation === undefined ? {} : { continuation }
  const preview = useCall(previewSubscriberImportUndo, { params: { id }, query }, { keep: true })
  const next = preview.isPlaceholderData ? null : (preview.data?.data.continuation ?? null)
  useEffect(() => {
    if (next !== null) goOn(next)
  }, [next])
  return preview
}

function Before({ of }: { of: ImportRecord }) {
  const at = useInOrganization()
  const preview = usePreview(of.id)
  const undo = useChange(undoSubscriberImport)
  return (
    <Panel>
      <Answered of={preview} loading={<Loading rows={4} />}>
        {({ data: { people, examined, counters } }) => (
          <Stack gap="md">
            <Text c="dimmed">{words.nothingYet}</Text>
            {examined < people && (
              <>
                <Progress value={(100 * examined) / people} animated aria-label={words.counting} />
                <Text className="figures">{words.partly(examined, people)}</Text>
              </>
            )}
            {people === 0 ? (
              <Text>{words.nobody}</Text>
            ) : (
              <Counters counters={counters} say={words.would} isLeast={examined < people} />
            )}
            {undo.isError && <Failure error={undo.error} />}
            <Group>
              <Button variant="default" component={Link} href={at(`/imports/${of.id}`)}>
                {importWords.back}
              </Button>
              <Button
                color="red.9"
                disabled={people === 0}
                loading={undo.isPending}
                onClick={() => undo.mutate({ params: { id: of.id } })}
              >
                {words.submit}
              </Button>
            </Group>
            <Text size="sm" c="dimmed">
              {words.only}
            </Text>
          </Stack>
        )}
      </Answered>
    </Panel>
  )
}

function After({ of: { id, undo } }: { of: ImportRecord }) {
  const zone = useZone()
  if (undo === undefined) return null
  const done = undoClasses.reduce((sum, name) => sum + undo.counters[name], 0)
  return (
    <Panel>
      <Stack gap="md">
        {undo.finished_at === null ? (
          <>
            <Progress
              value={(100 * done) / Math.max(1, undo.people)}
              animated
              aria-label={words.submit}
              size="lg"
            />
            <Text className="figures">{words.running(done, undo.people)}</Text>
          </>
        ) : (
          <Text fw={600} role="status">
            {words.done(instant(undo.finished_at, zone))}
          </Text>
        )}
        <Counters counters={undo.counters} say={words.has} logsOf={undo.finished_at === null ? null : id} />
      </Stack>
    </Panel>
  )
}

type CountersProps = {
  counters: Record<UndoClass, number>
  say: Record<UndoClass, string>
  /** The import whose undo has logs. */
  logsOf?: number | null
  /** More people are still to be counted. */
  isLeast?: boolean
}

function Counters({ counters, say, logsOf = null, isLeast = false }: CountersProps) {
  return (
    <List spacing="xs">
      {undoClasses
        .filter((name) => counters[name] > 0)
        .map((name) => (
          <List.Item key={name}>
            <Text span fw={600} className="figures">
              {`${isLeast ? words.least(counters[name]) : words.people(counters[name])} `}
            </Text>
            {say[name]}
            {logsOf !== null && (
              <Anchor
                href={`${serverUrl}${mounts[0]}/subscriber_imports/${logsOf}/undo/logs/${name}`}
                download
                ms="sm"
              >
                {words.download}
              </Anchor>
            )}
          </List.Item>
        ))}
    </List>
  )
}
