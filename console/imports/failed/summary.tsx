import { Button, Group, Stack, Text } from '@mantine/core'
import type { ImportRecord } from '../../../src/contract/imports/endpoints.ts'
import type { Failure, Failures } from '../../../src/contract/imports/failures.ts'
import { cellProblem } from '../../design/failures.ts'
import { Panel } from '../../design/page.tsx'
import { failedWords as words } from '../../words/failed-rows.ts'
import type { Edits } from './edits.ts'

type SummaryProps = {
  of: ImportRecord
  failures: Failures
  titles: readonly string[]
  /** A problem; '': all. */
  chosen: string
  choose: (problem: string) => void
  edits: Edits
  /** @param column from 1; null: without each cell that does not fit. */
  importWithout: (column: number | null) => void
  isPending: boolean
}

/** Each kind of problem with its count, examples and what can be done about all of its rows. */
export function Summary({ of, failures, importWithout, isPending, ...kinds }: SummaryProps) {
  const { failures: found, is_exact: isExact, rows } = failures
  const saved = of.on_bad_value === 'fail_row' ? (of.rows_with_bad_values ?? 0) : 0
  const columns = new Set(found.filter(({ can_be_empty: may }) => may).map(({ column }) => column))
  return (
    <Panel title={words.summary(of.stats.subscribers.failed)}>
      <Stack gap="md">
        <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
          {found.map((failure) => (
            <Kind
              key={`${failure.column} ${failure.problem}`}
              failure={failure}
              isExact={isExact}
              importWithout={columns.size > 1 && saved > 0 ? importWithout : null}
              {...kinds}
            />
          ))}
        </Stack>
        {!isExact && (
          <Text size="sm" c="dimmed">
            {words.notExact(rows)}
          </Text>
        )}
        {saved > 0 && (
          <Group gap="md">
            <Button variant="default" loading={isPending} onClick={() => importWithout(null)}>
              {words.importWithoutAll(saved)}
            </Button>
            <Text size="sm" c="dimmed" maw="44rem">
              {words.withoutHint}
            </Text>
          </Group>
        )}
      </Stack>
    </Panel>
  )
}

type KindProps = Pick<SummaryProps, 'titles' | 'chosen' | 'choose' | 'edits'> & {
  failure: Failure
  isExact: boolean
  importWithout: SummaryProps['importWithout'] | null
}

function Kind({ failure, isExact, titles, chosen, choose, edits, importWithout }: KindProps) {
  const { problem, count, column, examples, can_be_empty: may } = failure
  const isChosen = chosen === problem
  const isOut = edits.out.has(problem)
  const leaveOut = () => {
    edits.leaveOut(problem, !isOut)
    if (isChosen) choose('')
  }
  const title = column === null ? '' : (titles[column - 1] ?? '')
  return (
    <li>
      <Text style={{ overflowWrap: 'anywhere' }} td={isOut ? 'line-through' : undefined}>
        <Text span fw={600} className="figures">
          {`${words.count(count, isExact)}: `}
        </Text>
        {words.problem(cellProblem(title, failure), examples)}
      </Text>
      <Group gap="xs" mt={4}>
        <Button
          size="compact-sm"
          variant={isChosen ? 'light' : 'default'}
          aria-pressed={isChosen}
          onClick={() => choose(isChosen ? '' : problem)}
        >
          {isChosen ? words.all : words.only}
        </Button>
        <Button size="compact-sm" variant="default" onClick={leaveOut}>
          {isOut ? words.takeBack : words.leaveOut}
        </Button>
        {importWithout !== null && may && column !== null && (
          <Button size="compact-sm" variant="default" onClick={() => importWithout(column)}>
            {words.importWithout(title)}
          </Button>
        )}
      </Group>
    </li>
  )
}
